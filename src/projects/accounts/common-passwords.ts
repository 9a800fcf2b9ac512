/** Whether a password is a common one, as those are what is tried first (NIST SP 800-63B, 3.1.1.2). */
import passwords from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "text" };

/** What people here think of, besides the 49,000 of zxcvbn. */
const own = ["bookingrisk", "booking risk", "hotelbooking", "reservation", "fraudcheck"];

let common: ReadonlySet<string> | null = null;

/**
 * One of the list, also repeated or with digits and signs around it, as in `Welcome12345!`, or both, as
 * in `Welcome1!Welcome1!` and `welcome1welcome2`.
 */
export function isCommon(password: string): boolean {
  common ??= new Set([...JSON.parse(passwords as unknown as string), ...own]); // Not when the process starts.
  const plain = password.toLowerCase();
  const parts = [plain, bare(plain), onlyLetters(plain)].map(repeatedPart);
  const found = parts.filter((part) => part !== null).flatMap((part) => [part, bare(part)]);
  return [plain, bare(plain), ...found].some((one) => common!.has(one));
}

/** Without digits and signs around it. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

const onlyLetters = (text: string) => text.replace(/[^\p{L}]+/gu, "");

/** `welcome` of `welcomewelcome`; null where nothing is repeated. */
function repeatedPart(text: string): string | null {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? null;
}
