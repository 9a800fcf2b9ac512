/**
 * Agents that sign their requests, on the executable: signed by the library `web-bot-auth` as an agent
 * does, behind a proxy that says which host the agent has used.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { signatureHeaders } from "web-bot-auth";
import { signerFromJWK } from "web-bot-auth/crypto";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();

async function newAgent(host: string) {
  const { privateKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const jwk = await crypto.subtle.exportKey("jwk", privateKey);
  const { kty, crv, x, d } = jwk as Record<"kty" | "crv" | "x" | "d", string>;
  const file = join(installation.folder, `${host}.json`);
  await Bun.write(file, JSON.stringify({ keys: [{ kty, crv, x }] }));
  return { host, file, key: { kty, crv, x, d } };
}
type Agent = Awaited<ReturnType<typeof newAgent>>;

const assistant = await newAgent("assistant.example");
const other = await newAgent("other.example");
const stranger = await newAgent("stranger.example");

const { projectId, publishable, secret } = await installation.project();
const welcome = ["project", "set", projectId, "--welcome-agent"];
await installation.json(...welcome, "Assistant.example");
const service = await installation.serve(
  "--trusted-proxy",
  "127.0.0.1",
  "--agent-authority",
  "www.hotel.example",
  "--agent",
  `${assistant.host}=${assistant.file}`,
  `${other.host}=${other.file}`,
  "localhost:9", // Nothing listens there: its keys are never known, and nobody waits for them.
);

const sentTo = "https://www.hotel.example/assets/visit";
let collections = 0;
const newId = () => `col_signed${String(collections++).padStart(4, "0")}`;

interface Signing {
  as?: string;
  createdAt?: number;
  to?: string;
}

async function signed(agent: Agent, { as = agent.host, createdAt, to = sentTo }: Signing = {}) {
  const created = new Date(createdAt ?? Date.now());
  const named = { "signature-agent": `"https://${as}"` };
  const headers = await signatureHeaders(
    new Request(to, { method: "POST", headers: named }),
    await signerFromJWK(agent.key),
    { created, expires: new Date(created.getTime() + 60_000) },
  );
  return { ...named, ...headers } as Record<string, string>;
}

async function send(collectionId: string, headers: Record<string, string>, sequence = 0) {
  const startedAt = Date.now() - 1000;
  const batch = { collectionId, sequence, startedAt, sentAt: Date.now(), sdkVersion: "1.1.0" };
  const response = await fetch(`${service.url}/sdk/batch`, {
    method: "POST",
    headers: {
      "X-Forwarded-For": "203.0.113.7",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "www.hotel.example",
      "X-Forwarded-Uri": "/assets/visit",
      ...headers,
    },
    body: JSON.stringify({ key: publishable.key, ...batch, events: [] }),
  });
  expect(response.status).toBe(204);
}

interface Shown {
  features: Record<string, number | null>;
}

const names = ["welcome_agent_share", "other_agent_share", "failed_signatures_share"] as const;

/** The features of a booking with this collection; its decision follows from what is stored. */
async function sharesOf(collectionId: string) {
  const answer = await callRisk(service.url, secret.key, booking({ collectionId }));
  const { decisionId } = (await answer.json()) as { decisionId: string };
  const { features } = await installation.json<Shown>("decision", "show", decisionId);
  expect(await installation.json("decision", "verify", decisionId)).toMatchObject({
    result: "same",
  });
  return names.map((name) => features[name]);
}

/** Sends one batch with these headers, and books. */
async function sharesWith(headers: Record<string, string>) {
  const id = newId();
  await send(id, headers);
  return sharesOf(id);
}

test("a welcome agent, another one, one that is not known, and nobody", async () => {
  expect(await sharesWith(await signed(assistant))).toEqual([1, 0, 0]);
  expect(await sharesWith(await signed(other))).toEqual([0, 1, 0]);
  expect(await sharesWith(await signed(stranger))).toEqual([0, 0, 0]);
  expect(await sharesWith(await signed(stranger, { as: "localhost:9" }))).toEqual([0, 0, 0]);
  expect(await sharesWith({})).toEqual([null, null, null]);
});

test("a signature that is forged, expired or altered counts against the visit", async () => {
  const failed = [0, 0, 1];
  // With another agent's key, which the assistant's directory does not have: it may be a new one.
  expect(await sharesWith(await signed(other, { as: assistant.host }))).toEqual([0, 0, 0]);
  const good = await signed(assistant);
  const input = good["Signature-Input"]!;
  const altered = { ...good, "Signature-Input": input.replace(/expires=\d\d/, "expires=99") };
  expect(await sharesWith(altered)).toEqual(failed);
  const createdAt = Date.now() - 300_000;
  expect(await sharesWith(await signed(assistant, { createdAt }))).toEqual(failed);
  const { Signature: _, ...unsigned } = await signed(assistant);
  expect(await sharesWith(unsigned)).toEqual(failed);
});

test("one made for another site is not taken for one made for this", async () => {
  const elsewhere = { to: "https://www.other.example/assets/visit" };
  const headers = await signed(assistant, elsewhere);
  expect(await sharesWith(headers)).toEqual([0, 0, 1]);
  expect(await sharesWith({ ...headers, "X-Forwarded-Host": "www.other.example" })).toEqual([
    0, 0, 0,
  ]);
});

test("one that was used counts once, but for the same batch sent again", async () => {
  const headers = await signed(assistant);
  const [first, second] = [newId(), newId()];
  await send(first, headers);
  await send(first, headers);
  await send(second, headers);
  expect(await sharesOf(first)).toEqual([1, 0, 0]);
  expect(await sharesOf(second)).toEqual([0, 0, 1]);
});

test("who is welcome changes from the next batch on, and is in the audit log", async () => {
  const id = newId();
  await send(id, await signed(assistant));
  await installation.json(...welcome, "none");
  await send(id, await signed(assistant), 1);
  expect(await sharesOf(id)).toEqual([0.5, 0.5, 0]);
  const shown = await installation.json("project", "show", projectId);
  expect(shown).toMatchObject({ welcomeAgents: [] });
  expect((await installation.run(...welcome, "https://a.example")).status).not.toBe(0);
  await installation.json(...welcome, assistant.host);
});

test("an agent whose host does not answer is in the log", () =>
  waitUntil("the warning", () => {
    return service.log.some((line) => line.includes("agent_keys") && line.includes("localhost:9"));
  }));
