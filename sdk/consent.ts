/**
 * What the visitor agreed to. The page says it, on every page: the script itself remembers nothing
 * of it. A page that never says anything does not ask, and everything is watched.
 */
import type { TelemetryBatch, TelemetryEvent } from "../src/telemetry/protocol.ts";

export let consent: TelemetryBatch["consent"];
export let denied = false;

/** Whatever is not a clear yes is a no. */
export function setConsent(answer: unknown): void {
  consent = answer === "granted" ? answer : "denied";
  denied = consent === "denied";
}

/** Whether it may be told: without consent, only what a booking cannot be checked without. */
export const isAllowed = ({ kind }: Pick<TelemetryEvent, "kind">) =>
  !denied || /page|submit/.test(kind);
