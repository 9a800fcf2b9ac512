import { expect, test } from "bun:test";
import type { AuditRecord } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { failureRecorder, notSignedIn, unknownAccountsMax } from "./failed-sign-ins.ts";

test("attempts at addresses without an account are audited so often an hour", async () => {
  const added: AuditRecord[] = [];
  const audit = { add: async (entry) => void added.push(entry) } as Store["audit"];
  let at = 0;
  const record = failureRecorder({ audit, shared: null }, () => at);
  const attempt = { address: "203.0.113.7", reason: "password", actor: notSignedIn } as const;
  for (let i = 0; i < unknownAccountsMax * 2; i++) await record({ ...attempt, email: null });
  expect(added).toHaveLength(unknownAccountsMax);
  await record({ ...attempt, email: "ada@example.com" }); // Limited by its own attempts.
  expect(added.at(-1)).toMatchObject({ subject: "ada@example.com", actor: "not signed in" });
  at = 60 * 60_000;
  await record({ ...attempt, email: null });
  expect(added).toHaveLength(unknownAccountsMax + 2);
});
