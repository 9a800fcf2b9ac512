/** Who is watched less: by the first version of the script, and where a visitor did not agree. */
import type { Device, TelemetryEvent } from "../../../src/telemetry/protocol.ts";

const newDevice = ["outerWidth", "outerHeight", "brands", "mobile", "traces"] as const;
const newEvent: Readonly<Record<string, readonly string[]>> = {
  field: ["holds", "holdSumMs", "holdSquareSum", "rushes", "shiftless", "hidden"],
  pointer: [
    ...["moveMs", "stepSquareSum", "turns", "coalesced", "teleports"],
    ...["pressureless", "fractions", "presses", "pressSumMs"],
  ],
  submit: ["hiddenFilled"],
};

/** The event as version 1.0.0 tells it; null of what it did not see. */
export function asFirstScript(event: TelemetryEvent): TelemetryEvent | null {
  return event.kind === "touch" ? null : without(event, newEvent[event.kind] ?? []);
}
asFirstScript.device = (device: Device): Device => without(device, newDevice);

function without<Of extends object>(of: Of, names: readonly string[]): Of {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name))) as Of;
}

/** What is strictly needed. */
export const withoutConsent = {
  events: new Set<TelemetryEvent["kind"]>(["page", "submit"]),
  device: ({ webdriver, traces }: Device): Device => ({
    ...(webdriver !== undefined && { webdriver }),
    ...(traces && { traces }),
  }),
};
