/** Names that look like settings but are not: a misspelt one would be ignored silently. */
import { closest } from "fastest-levenshtein";
import { type Environment, UsageError, variablesIn } from "./setting.ts";

const prefix = "BOOKING_RISK_";
/**
 * Of clients' samples and compose.yaml, and what Docker and Kubernetes set for a container that can reach a
 * service called booking-risk.
 */
const ofOthers = /^BOOKING_RISK_(SECRET_KEY|IMAGE|SUBNET|NAME|ENV_.+|SERVICE_.+|PORT_\d.*)$/;

/** @returns what is wrong with the first of the names that is not known; null if all are. */
export function unknownSetting(
  names: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return null;
  return `${unknown} is not a setting (did you mean ${closest(unknown, [...known])}?)`;
}

/**
 * @param describe gives texts in which every setting's variable is named: the descriptions of flags. Only called
 *   where there are such variables.
 * @throws UsageError
 */
export function refuseUnknownVariables(env: Environment, describe: () => readonly string[]): void {
  const names = Object.keys(env).filter((name) => name.startsWith(prefix) && !ofOthers.test(name));
  if (names.length === 0) return;
  const unknown = unknownSetting(names, new Set(describe().flatMap(variablesIn)));
  if (unknown !== null) throw new UsageError(`${unknown}; correct or unset it`);
}
