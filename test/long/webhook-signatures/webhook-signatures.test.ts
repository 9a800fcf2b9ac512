/** Signatures are verified by the published library of Python, too; that of TypeScript is in the unit tests. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { bodyOf } from "../../../src/projects/webhooks/attempt.ts";
import {
  newSecret,
  signedHeaders,
  signingSecrets,
} from "../../../src/projects/webhooks/signature.ts";
import { describeWith } from "../../fixtures/needs.ts";
import { python, standardWebhooks } from "./install.ts";

interface Request {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

async function verified(requests: readonly Request[]): Promise<unknown[]> {
  const child = Bun.spawn([python, join(import.meta.dir, "verify.py")], {
    stdio: [new Blob([JSON.stringify(requests)]), "pipe", "inherit"],
  });
  const out = await child.stdout.text();
  expect(await child.exited).toBe(0);
  return JSON.parse(out) as unknown[];
}

describeWith(standardWebhooks)("the library of Python", () => {
  test("verifies what was signed, by the new and the replaced secret, and nothing else", async () => {
    const [secret, previousSecret] = [newSecret(), newSecret()];
    const at = Date.now();
    const data = JSON.stringify({ decisionId: "dec_ü☃\u{1f600}" });
    const body = bodyOf({ type: "decision.denied", at, sequence: 7, data });
    const secrets = signingSecrets({ secret, previousSecret, previousUntil: at + 1000 }, at);
    const headers = signedHeaders({ id: "evt_1", body, at }, secrets);
    const old = signedHeaders({ id: "evt_1", body, at: at - 600_000 }, secrets);
    const answers = await verified([
      { secret, headers, body },
      { secret: previousSecret, headers, body },
      { secret: newSecret(), headers, body },
      { secret, headers, body: body.replace("7", "8") },
      { secret, headers: { ...headers, "webhook-id": "evt_2" }, body },
      { secret, headers: old, body },
    ]);
    const message = JSON.parse(body) as object;
    expect(answers).toEqual([message, message, null, null, null, null]);
  });
});
