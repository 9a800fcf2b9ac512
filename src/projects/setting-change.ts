/** Settings that several people change. */
import { canonicalJson } from "../base/canonical-json.ts";
import { DomainError } from "../base/domain-error.ts";

/**
 * Whether a setting is to be changed. What is stored already is no change, whatever was shown; else nobody replaces what
 * somebody else has changed since it was shown.
 *
 * @param shown `replaces`: the setting as it was shown, undefined for whatever is stored; `stored`: as it would be shown
 *   now.
 * @throws DomainError setting_changed
 */
export function isChange<Value, Shown>(
  wanted: Value,
  before: Value,
  { replaces, stored }: { replaces: Shown | undefined; stored: Shown },
): boolean {
  if (isSame(wanted, before)) return false;
  if (replaces !== undefined && !isSame(replaces, stored)) {
    throw new DomainError("setting_changed", {});
  }
  return true;
}

const isSame = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);
