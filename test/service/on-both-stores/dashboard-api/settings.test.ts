/** Settings that two owners change: nobody's change is replaced by somebody who has not seen it. */
import { expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { prices } from "../../../fixtures/money-terms.ts";

const installation = new Installation();
const service = await installation.serve();
const ada = await newPerson(installation, service, "ada@example.com", "owner");
const grace = await newPerson(installation, service, "grace@example.com", "owner");
const { projectId, secret, publishable } = await installation.project("Hotel");
const project = `/projects/${projectId}`;

interface Case {
  path: string;
  /** Before anybody has changed it; the same, as what it replaces. */
  shown: unknown;
  /** What is sent to change it, and what that replaces from then on. */
  changes: { body: object; shown: unknown }[];
}

/** Where what is sent is what is shown. */
const same = (path: string, shown: object, ...changes: object[]): Case => {
  return { path, shown, changes: changes.map((body) => ({ body, shown: body })) };
};
const list = (name: string, shown: unknown, ...changes: string[][]) => ({
  shown,
  changes: changes.map((texts) => ({ body: { [name]: texts }, shown: texts })),
});
const networks = { expiresAt: null, allowedAddresses: ["203.0.113.0/24"], rateLimit: null };

test.each<Case>([
  same(
    "/review/rules",
    { band: null, share: 0 },
    { band: { from: 60, to: 74 }, share: 0 },
    { band: { from: 50, to: 74 }, share: 0.01 },
  ),
  same(
    "/control-group",
    { share: 0, bookingsMax: 50, amountMax: null },
    { share: 0.01, bookingsMax: 20, amountMax: null },
    { share: 0.02, bookingsMax: 50, amountMax: { value: 5000, currency: "EUR" } },
  ),
  same(
    "/decision-retention",
    { days: null, keeps: "training" },
    { days: 400, keeps: "training" },
    { days: 500, keeps: "nothing" },
  ),
  { path: "/agents", ...list("agents", [], ["one.example"], ["two.example"]) },
  { path: "/kiosks", ...list("kiosks", [], ["dev_00000001"], ["dev_00000002"]) },
  {
    path: `/keys/${publishable.keyId}/origins`,
    ...list("allowedOrigins", null, ["https://one.example"], ["https://two.example"]),
  },
  same(
    `/keys/${secret.keyId}/restrictions`,
    { expiresAt: null, allowedAddresses: null, rateLimit: null },
    networks,
    { ...networks, rateLimit: 50 },
  ),
  {
    path: "/money/terms",
    shown: null,
    changes: [prices, { ...prices, marginPercent: 20 }].map((body) => ({ body, shown: body })),
  },
])(
  "$path is not replaced by somebody who has seen another one",
  async ({ path, shown, changes: [first, second] }) => {
    const put = (by: typeof ada, body: object, replaces: unknown) =>
      by.put(project + path, { ...body, replaces });
    expect((await put(ada, first!.body, shown)).status).toBe(200);
    const refused = await put(grace, second!.body, shown);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect((await put(grace, second!.body, first!.shown)).status).toBe(200);
    // What is not said to be seen is replaced as before.
    expect((await ada.put(project + path, first!.body)).status).toBe(200);
  },
);
