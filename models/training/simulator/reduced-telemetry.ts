/** Telemetry with fewer fields: from older versions of the SDK, and where consent was denied. */
import type { Device, TelemetryEvent } from "../../../src/attempt/telemetry/protocol.ts";

/** The version of the SDK whose telemetry `src/attempt/telemetry/protocol.ts` describes; the number is the simulator's own. */
export const newestSdk = "1.2.0";

/** What version 1.1.0 added. */
const newDevice = ["outerWidth", "outerHeight", "brands", "mobile", "traces"] as const;
const newEvent: Added = {
  field: ["holds", "holdSumMs", "holdSquareSum", "rushes", "shiftless", "bareAts", "hidden"],
  pointer: [
    "moveMs",
    "stepSquareSum",
    "turns",
    "coalesced",
    "teleports",
    "pressureless",
    "fractions",
    "presses",
    "pressSumMs",
  ],
  scroll: ["leaps"],
  submit: ["hiddenFilled"],
};
/** What the newest version added. */
const newestEvent: Added = { pointer: ["axial", "bends", "flips"] };

type Added = Readonly<Partial<Record<TelemetryEvent["kind"], readonly string[]>>>;

/** The event as this version of the SDK reports it; null where it does not collect such events. */
export function reportedBy(sdkVersion: string, event: TelemetryEvent): TelemetryEvent | null {
  if (sdkVersion === newestSdk) return event;
  const old = without(event, newestEvent[event.kind] ?? []);
  if (sdkVersion === "1.1.0") return old;
  return event.kind === "touch" ? null : without(old, newEvent[event.kind] ?? []);
}

export const deviceBy = (sdkVersion: string, device: Device): Device =>
  sdkVersion === "1.0.0" ? without(device, newDevice) : device;

function without<Of extends object>(of: Of, names: readonly string[]): Of {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name))) as Of;
}

/** What is collected without consent. */
export const withoutConsent = {
  events: new Set<TelemetryEvent["kind"]>(["page", "submit"]),
  device: ({ webdriver, traces }: Device): Device => ({
    ...(webdriver !== undefined && { webdriver }),
    ...(traces && { traces }),
  }),
};
