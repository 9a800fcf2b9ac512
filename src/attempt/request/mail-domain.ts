/** E-mail domains where anyone can open a mailbox, from built-in lists. */
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import freeMailDomains from "free-email-domains";

/** Public providers and alias relays that the list of free providers lacks. */
const alsoPublic = [
  "duck.com",
  "hey.com",
  "mailbox.org",
  "mozmail.com",
  "passmail.com",
  "passmail.net",
  "privaterelay.appleid.com",
  "simplelogin.com",
  "tuta.com",
  "tutanota.com",
];

const disposable: ReadonlySet<string> = disposableEmailBlocklistSet();
const open: ReadonlySet<string> = new Set([...freeMailDomains, ...alsoPublic]);

/** The domain of an e-mail address in lower case, without a trailing dot. */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domain.endsWith(".") ? domain.slice(0, -1) : domain;
}

/**
 * Whether unrelated people have addresses at this domain, as at gmail.com or a provider of
 * disposable addresses.
 *
 * @param domain in lower case.
 */
export function isPublicMailDomain(domain: string): boolean {
  return open.has(domain) || isDisposableMailDomain(domain);
}

/**
 * Whether the domain, or one of its parent domains, provides disposable addresses.
 *
 * @param domain in lower case.
 */
export function isDisposableMailDomain(domain: string): boolean {
  for (let at = 0; ; ) {
    if (disposable.has(domain.slice(at))) return true;
    at = domain.indexOf(".", at) + 1;
    if (at === 0) return false;
  }
}
