/** Books for one person after another, with a new browser profile each. */
import { join } from "node:path";
import type { Visit } from "../kind.ts";
import { type Drive, driveAndClose } from "./drive.ts";

export async function bookWithFreshProfiles(
  visit: Visit,
  bookers: readonly Pick<Visit, "person" | "proxy">[],
  how: Drive,
): Promise<void> {
  for (const [index, { person, proxy }] of bookers.entries()) {
    const folder = join(visit.folder, `${index}`);
    await driveAndClose({ ...visit, person, proxy, folder, seed: visit.seed + index }, how);
  }
}
