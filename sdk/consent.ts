/**
 * The visitor's consent. Every page has to report it: the script itself does not store it. Where a
 * page never reports any, everything is recorded.
 */
import type { TelemetryBatch, TelemetryEvent } from "../src/attempt/telemetry/protocol.ts";

export let consent: TelemetryBatch["consent"];
export let denied = false;

/** Every other answer counts as denied. */
export function setConsent(answer: unknown): void {
  denied = answer !== "granted";
  consent = denied ? "denied" : (answer as "granted");
}

/** Whether an event may be sent: without consent, only those that are strictly necessary. */
export const isAllowed = ({ kind }: Pick<TelemetryEvent, "kind">) =>
  !denied || /page|submit/.test(kind);
