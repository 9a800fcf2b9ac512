/** Telemetry with fewer fields: from version 1.0.0 of the SDK, and where consent was denied. */
import type { Device, TelemetryEvent } from "../../../src/telemetry/protocol.ts";

const newDevice = ["outerWidth", "outerHeight", "brands", "mobile", "traces"] as const;
const newEvent: Readonly<Record<string, readonly string[]>> = {
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

/** The event as SDK 1.0.0 reports it; null where that version did not collect such events. */
export function asSdkVersion1(event: TelemetryEvent): TelemetryEvent | null {
  return event.kind === "touch" ? null : without(event, newEvent[event.kind] ?? []);
}
asSdkVersion1.device = (device: Device): Device => without(device, newDevice);

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
