/**
 * Reads the headers of a signed request (RFC 9421, section 4; Web Bot Auth, section "Generating HTTP
 * Message Signature"), without verifying anything.
 */
import { type InnerList, isInnerList, parseDictionary, parseItem } from "structured-headers";

/** Characters of each header; what agents send has some 400. */
const charactersMax = 4096;

export interface SignatureInput {
  /** The entry of `Signature-Input`: what is covered, with the parameters. */
  input: InnerList;
  signature: ArrayBuffer;
  keyid: string;
  /** Unix seconds. */
  created: number;
  expires: number;
  nonce: string | null;
  /** Null where the key says it. */
  alg: string | null;
  /** Host of the agent that the signature covers; null where it names none by a directory. */
  agent: string | null;
}

/**
 * The first signature of Web Bot Auth; null where there is none: other signatures are for others.
 * @returns `malformed` where it lacks what Web Bot Auth requires.
 */
export function readSignature(headers: Headers): SignatureInput | "malformed" | null {
  const text = headers.get("signature-input");
  if (!text) return null;
  try {
    const found = text.length <= charactersMax && taggedIn(text);
    if (!found) return null;
    return readTagged(headers, ...found) ?? "malformed";
  } catch {
    // Whether it was meant as one cannot be read either.
    return text.includes(tag) ? "malformed" : null;
  }
}

const tag = "web-bot-auth";

function taggedIn(text: string): [label: string, input: InnerList] | undefined {
  for (const [label, entry] of parseDictionary(text)) {
    if (isInnerList(entry) && entry[1].get("tag") === tag) return [label, entry];
  }
}

function readTagged(headers: Headers, label: string, input: InnerList): SignatureInput | null {
  const [components, parameters] = input;
  const { keyid, created, expires, nonce = null, alg = null } = Object.fromEntries(parameters);
  const [value] = parseDictionary(limited(headers, "signature")).get(label) ?? [];
  if (!(value instanceof ArrayBuffer)) return null;
  if (typeof keyid !== "string" || !isTextOrNull(nonce) || !isTextOrNull(alg)) return null;
  if (!Number.isInteger(created) || !Number.isInteger(expires)) return null;
  const names = components.map(([name]) => name);
  if (!names.includes("@authority") && !names.includes("@target-uri")) return null;
  const isAgentNamed = headers.has("signature-agent");
  if (isAgentNamed && !names.includes("signature-agent")) return null;
  return {
    input,
    signature: value,
    keyid,
    nonce,
    alg,
    created: created as number,
    expires: expires as number,
    agent: isAgentNamed ? agentOf(limited(headers, "signature-agent"), components) : null,
  };
}

const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

function limited(headers: Headers, name: string): string {
  const text = headers.get(name) ?? "";
  if (text.length > charactersMax) throw new Error(`${name} is too long`);
  return text;
}

/**
 * The covered member of `Signature-Agent`. Earlier drafts had one string instead of a dictionary,
 * "and deployments still send it".
 */
function agentOf(text: string, components: InnerList[0]): string | null {
  const covered = components.find(([name]) => name === "signature-agent")!;
  const key = covered[1].get("key");
  const member = text.trimStart().startsWith('"')
    ? parseItem(text)
    : parseDictionary(text).get(`${key}`);
  if (!member || isInnerList(member)) return null;
  const [value, parameters] = member;
  // Keys found in another way are not looked up, so nobody is known by them.
  if (`${parameters.get("type") ?? "directory"}` !== "directory") return null;
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isOrigin = url?.protocol === "https:" && url.pathname === "/" && !url.search && !url.hash;
  return isOrigin ? url.host : null;
}
