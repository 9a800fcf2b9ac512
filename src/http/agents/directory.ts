/**
 * A directory of an agent's keys: a JSON Web Key Set, as agents publish it at `wellKnownPath`
 * (draft-meunier-webbotauth-httpsig-protocol, section "Directory Format").
 */
import { createHash } from "node:crypto";

export const wellKnownPath = "/.well-known/http-message-signatures-directory";
export const directoryMediaType = "application/http-message-signatures-directory+json";

/** Keys of one agent that are read; the draft asks verifiers for a limit. */
const keysMax = 50;

/**
 * The test keys of RFC 9421, appendix B.1, whose private parts everybody knows: by thumbprint.
 * "Verifiers SHOULD reject known test keys when they are detected in key directories."
 */
const testKeys: ReadonlySet<string> = new Set(["poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"]);

export interface AgentKey {
  /** Thumbprint of the key (RFC 7638, RFC 8037 appendix A.3), by which signatures name it. */
  keyid: string;
  key: CryptoKey;
  /** Between these it may sign, Unix ms. */
  notBefore: number;
  notAfter: number;
}

/** The text is not a directory; the message says why, in one line. */
export class UnusableDirectory extends Error {}

/**
 * The Ed25519 keys of a directory, the only kind that is verified; others are left out.
 * @throws UnusableDirectory where the text is no key set, or none of its keys can be used.
 */
export async function readDirectory(text: string): Promise<AgentKey[]> {
  const { keys } = parsed(text);
  if (!Array.isArray(keys)) throw new UnusableDirectory('it has no list "keys"');
  const read: AgentKey[] = [];
  for (const jwk of keys.slice(0, keysMax)) {
    const key = await readKey(jwk as Record<string, unknown> | null);
    if (key) read.push(key);
  }
  if (read.length > 0) return read;
  throw new UnusableDirectory("it has no Ed25519 key that may be used");
}

function parsed(text: string): { keys?: unknown } {
  try {
    return (JSON.parse(text) as { keys?: unknown } | null) ?? {};
  } catch {
    throw new UnusableDirectory("it is not JSON");
  }
}

async function readKey(jwk: Record<string, unknown> | null): Promise<AgentKey | null> {
  if (jwk?.kty !== "OKP" || jwk.crv !== "Ed25519" || typeof jwk.x !== "string") return null;
  const keyid = thumbprintOf(jwk.x);
  if (testKeys.has(keyid)) return null;
  const secondsOf = (value: unknown, absent: number) =>
    typeof value === "number" ? value * 1000 : absent;
  try {
    const wanted = { kty: "OKP", crv: "Ed25519", x: jwk.x };
    const key = await crypto.subtle.importKey("jwk", wanted, { name: "Ed25519" }, false, [
      "verify",
    ]);
    const notBefore = secondsOf(jwk.nbf, 0);
    return { keyid, key, notBefore, notAfter: secondsOf(jwk.exp, Number.POSITIVE_INFINITY) };
  } catch {
    return null; // Not a point of the curve.
  }
}

/** RFC 7638 of an Ed25519 key: its required members in lexicographic order, without white space. */
export function thumbprintOf(x: string): string {
  const members = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(members).digest("base64url");
}
