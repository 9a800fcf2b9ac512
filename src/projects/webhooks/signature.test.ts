import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { newSecret, signedHeaders, signingSecrets } from "./signature.ts";

const at = () => Date.now(); // The library refuses what is older than five minutes.
const body = '{"type":"decision.denied","data":{"ä":"☃"}}';

describe("the published library", () => {
  test("verifies what was signed, and nothing else", () => {
    const secret = newSecret();
    const headers = signedHeaders({ id: "evt_1", body, at: at() }, [secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    const old = signedHeaders({ id: "evt_1", body, at: at() - 600_000 }, [secret]);
    expect(() => new Webhook(secret).verify(body, old)).toThrow("too old");
  });

  test("verifies with the new and with the replaced secret while both sign", () => {
    const [secret, previousSecret] = [newSecret(), newSecret()];
    const until = at() + 1000;
    const endpoint = { secret, previousSecret, previousUntil: until };
    const headers = signedHeaders({ id: "evt_1", body, at: at() }, signingSecrets(endpoint, at()));
    for (const one of [secret, previousSecret]) {
      expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(signingSecrets(endpoint, until)).toEqual([secret]);
    expect(signingSecrets({ ...endpoint, previousSecret: null }, 0)).toEqual([secret]);
  });
});

test("a secret has 32 random bytes", () => {
  const [first, second] = [newSecret(), newSecret()];
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first).not.toBe(second);
});
