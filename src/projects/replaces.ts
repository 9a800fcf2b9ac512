/** Settings that several people change. */
import { canonicalJson } from "../base/canonical-json.ts";
import { DomainError } from "../base/domain-error.ts";

/**
 * Refuses to replace a setting that somebody else has changed since it was shown.
 * @param replaces as it was shown; undefined: whatever is stored.
 * @throws DomainError setting_changed
 */
export function assertReplaces<Setting>(replaces: Setting | undefined, stored: Setting): void {
  if (replaces === undefined || canonicalJson(replaces) === canonicalJson(stored)) return;
  throw new DomainError("setting_changed", {});
}
