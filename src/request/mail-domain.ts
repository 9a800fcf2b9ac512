/** Which domains of e-mail addresses anybody can have a mailbox at, from lists that are built in. */
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import freeMailDomains from "free-email-domains";

/** Providers and relays that forward under an alias, which the list of public ones lacks. */
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

/** The domain of an e-mail address in lower case, without the full stop that may end it. */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domain.endsWith(".") ? domain.slice(0, -1) : domain;
}

/**
 * Whether strangers have addresses at this domain, such as gmail.com or a provider of addresses
 * that are thrown away after use.
 *
 * @param domain in lower case.
 */
export function isPublicMailDomain(domain: string): boolean {
  return open.has(domain) || isDisposableMailDomain(domain);
}

/**
 * Whether the domain, or one that it is below, gives out addresses that are thrown away after use.
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
