/** Cursors: where a list continues, as an opaque text. */
import { hash } from "node:crypto";
import type { Moment } from "../storage/port/velocity.ts";
import { type View, viewParameters } from "./view.ts";

/** 48 bits of the time, 48 of the tie, 48 of the check. */
const bytes = 18;

/**
 * The cursor after a moment of one project's view. It contains a checksum of all three, so that a
 * cursor of another list, or an altered one, is rejected instead of starting elsewhere. It is not
 * a secret: a forged one gives access to nothing that the caller cannot list anyway.
 */
export function cursorOf(projectId: string, view: View, { at, tie }: Moment): string {
  const packed = Buffer.alloc(bytes);
  packed.writeUIntBE(at, 0, 6);
  packed.writeUIntBE(tie, 6, 6);
  const asked = JSON.stringify([projectId, viewParameters(view), at, tie]);
  packed.write(hash("sha256", asked).slice(0, 12), 12, "hex");
  return packed.toString("base64url");
}

/** The moment after which the list continues; null where the cursor is not one of this list. */
export function readCursor(projectId: string, view: View, cursor: string): Moment | null {
  if (!/^[\w-]{24}$/.test(cursor)) return null;
  const packed = Buffer.from(cursor, "base64url");
  const moment = { at: packed.readUIntBE(0, 6), tie: packed.readUIntBE(6, 6) };
  return cursorOf(projectId, view, moment) === cursor ? moment : null;
}
