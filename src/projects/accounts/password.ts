/** Passwords: their rules, and how they are hashed. */
import { isCommon } from "./common-passwords.ts";

export const passwordLimits = { charactersMin: 12, charactersMax: 200 } as const;

/** The second of the equal choices of OWASP's cheat sheet: 19 MiB, two passes. */
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** An Argon2id hash in its usual text form, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize("NFKC"), cost);
}

export function isPassword(password: string, hash: string): Promise<boolean> {
  return Bun.password.verify(password.normalize("NFKC"), hash, "argon2id");
}

/**
 * What is wrong with a chosen password; null if nothing is. Its length counts, and that it is not a
 * common one (NIST SP 800-63B, 3.1.1.2). There are no rules about its characters.
 */
export function passwordIssue(password: string, email: string): string | null {
  const characters = [...password];
  const { charactersMin, charactersMax } = passwordLimits;
  if (characters.length < charactersMin) return `must have at least ${charactersMin} characters`;
  if (characters.length > charactersMax) return `must have at most ${charactersMax} characters`;
  if (new Set(characters).size < 5) return "must have at least 5 different characters";
  const plain = password.toLowerCase();
  const [account = ""] = email.toLowerCase().split("@");
  if (plain.replace(account, "").length < 6) return "must not be made of the e-mail address";
  if (isRow(plain)) return "must not be a row of neighbouring keys or letters";
  if (isCommon(plain))
    return "must not be a common password, even repeated or with digits around it";
  return null;
}

const rows = ["abcdefghijklmnopqrstuvwxyz", "1234567890", "qwertyuiopasdfghjklzxcvbnm"];

/** Made of one run of the alphabet, the digits or the keyboard, forward, backward or repeated. */
function isRow(text: string): boolean {
  return rows.some((row) => {
    const twice = row + row + row;
    const backwards = [...twice].reverse().join("");
    return twice.includes(text) || backwards.includes(text);
  });
}
