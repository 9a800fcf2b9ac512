/** Signatures of Standard Webhooks 1.0. */
import { createHmac, randomBytes } from "node:crypto";
import type { WebhookEndpointRecord } from "../../storage/port/webhooks.ts";

const prefix = "whsec_";
/** Of 24 to 64 that the standard allows. */
const secretBytes = 32;

export const newSecret = () => prefix + randomBytes(secretBytes).toString("base64");

/** The secrets that sign now: the endpoint's, and the one before it for some time. */
export function signingSecrets(
  endpoint: Pick<WebhookEndpointRecord, "secret" | "previousSecret" | "previousUntil">,
  now: number,
): string[] {
  const { secret, previousSecret, previousUntil } = endpoint;
  const signsToo = previousSecret !== null && previousUntil !== null && previousUntil > now;
  return signsToo ? [secret, previousSecret] : [secret];
}

/** @param at when the attempt is made, Unix ms. @returns the headers that vouch for a body. */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
