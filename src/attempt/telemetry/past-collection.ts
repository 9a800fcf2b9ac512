/** The member `collection` of a line of `history import`: a few facts from the merchant's own logs. */
import { type Static, Type } from "@sinclair/typebox";
import type { Device } from "./protocol.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));
const count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

/** An absent member is unknown. */
export const PastCollection = Type.Object({
  /** The merchant's own identifier of the browser or the app, such as a first-party cookie. */
  deviceId: text(128),
  ip: Type.Optional(Type.String({ format: "ip" })),
  userAgent: text(1024),
  /** IANA name, such as Europe/Lisbon. */
  timezone: text(64),
  /** The browser's first language, such as pt-PT. */
  language: text(35),
  /** When the visit began. */
  startedAt: Type.Optional(Type.String({ format: "date-time" })),
  screenWidth: count,
  screenHeight: count,
  viewportWidth: count,
  viewportHeight: count,
  cores: count,
  touchPoints: count,
  platform: text(64),
  /** Pages that the visitor opened before the attempt. */
  pages: count,
  /** The host of the page that led to the first one; empty: none did. */
  referrerHost: Type.Optional(Type.String({ maxLength: 253 })),
});
export type PastCollection = Static<typeof PastCollection>;

/** Null where nothing of the device is known. */
export function pastDevice(past: PastCollection): Device | null {
  const { language, timezone, screenWidth, screenHeight, viewportWidth, viewportHeight } = past;
  const { deviceId, cores, touchPoints, platform } = past;
  const device: Device = {
    ...(deviceId !== undefined && { deviceId }),
    ...(language !== undefined && { languages: [language] }),
    ...(timezone !== undefined && { timeZone: timezone }),
    ...(screenWidth !== undefined && { screenWidth }),
    ...(screenHeight !== undefined && { screenHeight }),
    ...(viewportWidth !== undefined && { viewportWidth }),
    ...(viewportHeight !== undefined && { viewportHeight }),
    ...(cores !== undefined && { cores }),
    ...(touchPoints !== undefined && { touchPoints }),
    ...(platform !== undefined && { platform }),
  };
  return Object.keys(device).length === 0 ? null : device;
}
