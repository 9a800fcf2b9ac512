/**
 * Verifies requests that agents sign: Web Bot Auth, which is RFC 9421 with Ed25519 keys from the
 * directory of the agent that `Signature-Agent` names.
 */
import { httpbis } from "http-message-signatures";
import { serializeItem, serializeList } from "structured-headers";
import type { SignatureResult } from "../../attempt/telemetry/signature.ts";
import { RecentValues } from "../../base/recent-values.ts";
import { isAllowedOrigin } from "../../projects/origins.ts";
import type { Directories } from "./directories.ts";
import { readSignature, type SignatureInput } from "./signature-input.ts";

/** A signed request as the agent sent it, before any proxy. */
export interface SignedRequest {
  method: string;
  /** With the scheme and the host that the agent used. */
  url: string;
  headers: Headers;
}

/** What the request is used for. */
export interface SignedUse {
  /** Identifies the batch: the same batch sent again is not a replay. */
  batch: string;
  /** The origins of the publishable key; null: any. */
  allowedOrigins: readonly string[] | null;
  /** Hosts of the agents that the project welcomes. */
  welcomeAgents: readonly string[];
}

/** @returns null where the request has no signature of Web Bot Auth. */
export type VerifySignature = (
  request: SignedRequest,
  use: SignedUse,
) => Promise<SignatureResult | null>;

/** How far clocks may differ, and for how long a signature is accepted at most, seconds. */
const skewS = 60;
const ageMaxS = 24 * 3600;
/** Signatures that are remembered, each of some 200 bytes. */
const usedMax = 100_000;

interface VerifierDeps {
  directories: Directories;
  /** Hosts under which agents reach the service; `*.hotel.example` is any below. */
  authorities: readonly string[];
  now: () => number;
}

const unknown: SignatureResult = { kind: "unknown" };
const failed = (fault: Extract<SignatureResult, { kind: "failed" }>["fault"]) =>
  ({ kind: "failed", fault }) as const;

export function signatureVerifier({
  directories,
  authorities,
  now,
}: VerifierDeps): VerifySignature {
  const origins = authorities.map((host) => `https://${host}`);
  /** The batch that a signature was used for, by its nonce, or by the signature itself where it has none. */
  const used = new RecentValues<string>(usedMax);
  const startedAt = now();

  /** Whether a signature was made for this service, rather than for a site that passed it on. */
  function isForUs(url: string, allowedOrigins: SignedUse["allowedOrigins"]): boolean {
    const here = `https://${new URL(url).host}`;
    const own = (allowedOrigins ?? []).map((origin) => origin.replace(/^http:/, "https:"));
    return isAllowedOrigin([...origins, ...own], here);
  }

  return async (request, { batch, allowedOrigins, welcomeAgents }) => {
    const read = readSignature(request.headers);
    if (read === null) return null;
    if (read === "malformed") return failed("malformed");
    const { agent, keyid, created, expires, nonce, signature } = read;
    const nowS = now() / 1000;
    if (created > nowS + skewS) return failed("expired");
    if (Math.min(expires, created + ageMaxS) < nowS - skewS) return failed("expired");
    if (agent === null || !isForUs(request.url, allowedOrigins)) return unknown;
    const found = directories.find(agent, keyid, created * 1000);
    if (found === "unknown") return unknown;
    if (found === "absent") return failed("forged");
    if (now() < found.notBefore || now() > found.notAfter) return failed("expired");
    if (!(await isSignedBy(found.key, read, request))) return failed("forged");
    // What was used before the service was started is not known to it.
    if ((created + 1) * 1000 <= startedAt) return unknown;
    const name = `${agent} ${keyid} ${nonce ?? Buffer.from(signature).toString("base64")}`;
    const usedFor = used.get(name);
    // Without a nonce an agent may send a signature again, but so may who has seen it.
    if (usedFor !== undefined && usedFor !== batch)
      return nonce === null ? unknown : failed("replayed");
    used.set(name, batch);
    return { kind: "verified", agent, welcome: welcomeAgents.includes(agent) };
  };
}

async function isSignedBy(
  key: CryptoKey,
  { input, signature, alg }: SignatureInput,
  request: SignedRequest,
): Promise<boolean> {
  if (alg !== null && alg !== "ed25519") return false; // All keys are Ed25519's.
  let base: string;
  try {
    base = signatureBase(input, request);
  } catch {
    return false; // It covers what the request does not have.
  }
  return crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(base));
}

/** RFC 9421, section 2.5. @throws Error where a covered component is missing or is not supported. */
function signatureBase(input: SignatureInput["input"], request: SignedRequest): string {
  const fields = input[0].map((component) => serializeItem(component));
  if (new Set(fields).size < fields.length) throw new Error("a component is covered twice");
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  const base = httpbis.createSignatureBase({ fields }, { method, url, headers });
  base.push(['"@signature-params"', [serializeList([input])]]);
  return httpbis.formatSignatureBase(base);
}
