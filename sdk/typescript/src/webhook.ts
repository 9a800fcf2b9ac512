/** Verifies what the service posts to a webhook: Standard Webhooks 1.0. */
import { BookingRiskError } from "./errors.ts";
import type { WebhookEvent } from "./models.ts";

/** The request cannot be shown to come from the service: answer with 400, and do nothing else. */
export class WebhookSignatureError extends BookingRiskError {
  override readonly name = "WebhookSignatureError";
}

/** As `fetch` and Node's `IncomingMessage` have them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far `webhook-timestamp` may be from now: the standard's five minutes. */
const toleranceMs = 300_000;

/**
 * Verifies a request that a webhook received.
 * @param body as it arrived, before it is parsed.
 * @param secret of the endpoint (`whsec_…`). While it is replaced, the old and the new one both verify.
 * @returns the event. It may come more than once, then with the same `id`.
 * @throws WebhookSignatureError; TypeError if the secret is not one, which never repeats it.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  const key = await keyOf(secret);
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  const isTime = /^\d{1,12}$/.test(timestamp);
  if (!isTime || Math.abs(Date.now() - Number(timestamp) * 1000) > toleranceMs) {
    throw new WebhookSignatureError("webhook-timestamp is more than five minutes from now");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const signature of signatures.split(" ")) {
    const given = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : null;
    // Compares in constant time.
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) {
      return { ...JSON.parse(text), id } as WebhookEvent;
    }
  }
  throw new WebhookSignatureError("no signature is of the body and the secret");
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? fromBase64(secret.slice("whsec_".length)) : null;
  if (!bytes?.length) throw new TypeError("secret must be the one of the endpoint: whsec_…");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookSignatureError(`${name} is missing, or there are several`);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
