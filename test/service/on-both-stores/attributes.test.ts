/** Attributes on the executable: declared, sent, refused, stored, shown, verified, imported, exported, erased. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { filesWith } from "../../../scripts/programs/files-below.ts";
import type { DecisionDetail } from "../../../src/http/dashboard-api/decision-detail/detail.ts";
import type { ProjectAttribute } from "../../../src/storage/port/attributes.ts";
import { booking, declaredAttributes, extendedRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const other = await installation.project("Other");
const set = (...flags: readonly string[]) =>
  installation.run("project", "attribute", "set", ...flags, "--project", projectId);
for (const flags of declaredAttributes) expect(await set(...flags)).toMatchObject({ status: 0 });
const service = await installation.serve();
afterAll(() => installation.remove());
const { url } = service;
const owner = await newPerson(installation, service, "owner@example.com", "owner");
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer", projectId);

const { attributes } = extendedRequest();

async function scored(request: object, key = secret.key) {
  const response = await callRisk(url, key, JSON.stringify(request));
  expect(response.status).toBe(200);
  return ((await response.json()) as { decisionId: string }).decisionId;
}

async function refused(request: object, key = secret.key) {
  const response = await callRisk(url, key, JSON.stringify(request));
  expect(response.status).toBe(422);
  return ((await response.json()) as { errors: unknown }).errors;
}

const storedRequest = async (id: string) =>
  (await installation.json<{ request: Record<string, unknown> }>("decision", "show", id)).request;

test("they are stored with the decision, which verifies; without them a request is what it was", async () => {
  const id = await scored(extendedRequest());
  expect(await storedRequest(id)).toEqual(extendedRequest());
  expect(await installation.json("decision", "verify", id)).toMatchObject({ result: "same" });
  const { attributes: _, ...plain } = extendedRequest();
  for (const none of [plain, { ...plain, attributes: {} }, { ...plain, attributes: null }]) {
    expect(await storedRequest(await scored(none))).toEqual(plain);
  }
});

describe("what the project does not declare is refused with its path", () => {
  test("another name, another type, and those of another project", async () => {
    const of = (value: object) => ({ ...booking(), attributes: value });
    expect(await refused(of({ loyalty_years: "4", nights: 2 }))).toEqual([
      {
        pointer: "/attributes/loyalty_years",
        message: "must be a number from -999999999999 to 999999999999",
      },
      {
        pointer: "/attributes/nights",
        message: "is not declared in the project: declare it first",
      },
    ]);
    expect(await refused(of({ channel: "app" }), other.secret.key)).toMatchObject([
      { pointer: "/attributes/channel" },
    ]);
  });

  test("from the request on that follows the change", async () => {
    const name = "room_type";
    const request = { ...booking(), attributes: { [name]: "suite" } };
    expect(await refused(request)).toMatchObject([{ pointer: `/attributes/${name}` }]);
    await set(name, "--type", "category", "--meaning", "the type of the room");
    await scored(request);
    const archive = ["project", "attribute", "archive", name, "--project", projectId];
    expect(await installation.run(...archive)).toMatchObject({ status: 0 });
    expect(await refused(request)).toEqual([
      {
        pointer: `/attributes/${name}`,
        message: "is archived in the project: leave it out, or declare it again",
      },
    ]);
    const all = await installation.json<ProjectAttribute[]>(
      "project",
      "attribute",
      "list",
      "--project",
      projectId,
    );
    expect(all.map((one) => [one.name, one.archivedAt === null])).toEqual([
      ["channel", true],
      ["corporate_rate", true],
      ["loyalty_years", true],
      [name, false],
    ]);
    const again = await set("channel", "--type", "number", "--meaning", "a number now");
    expect([again.status, again.error]).toEqual([2, expect.stringContaining("never changes")]);
  });
});

test("the dashboard declares and archives them, and shows those that are personal to some", async () => {
  const path = `/projects/${projectId}/attributes`;
  const declared = { type: "number", unit: "EUR", meaning: "Paid before", personal: false };
  const put = await owner.put(path, { name: "deposit", ...declared });
  expect(put.status).toBe(200);
  expect((await viewer.get(path)).body).toEqual(put.body);
  const wrong = await owner.put(path, { name: "De posit", ...declared });
  expect(wrong.body).toMatchObject({ errors: [{ pointer: "/name" }] });
  expect((await viewer.put(path, { name: "mine", ...declared })).status).toBe(403);
  const id = await scored({ ...booking(), attributes: { ...attributes, deposit: 12.5 } });
  const shown = async (by: typeof owner) => {
    const { request } = (await by.get(`/projects/${projectId}/decisions/${id}`))
      .body as DecisionDetail;
    return request.groups.find(({ title }) => title === "Attributes")?.fields;
  };
  const channel = {
    path: "attributes.channel",
    label: "channel",
    value: "metasearch",
    meaning: "where the guest came from",
  };
  const all = [
    channel,
    expect.objectContaining({ label: "corporate_rate", value: "no" }),
    expect.objectContaining({ label: "loyalty_years", value: "4.5 years" }),
    expect.objectContaining({ label: "deposit", value: "12.5 EUR" }),
  ];
  expect(await shown(owner)).toEqual(all);
  expect(await shown(viewer)).toEqual(all.filter((_, place) => place !== 2));
  expect((await owner.post(`${path}/archive`, { name: "deposit" })).status).toBe(200);
  await refused({ ...booking(), attributes: { deposit: 1 } });
});

/** Rows of an export as NDJSON. */
async function exported(...flags: string[]): Promise<Record<string, unknown>[]> {
  const out = join(installation.folder, "export.ndjson");
  await installation.json("export", "--project", projectId, "--out", out, ...flags);
  return readFileSync(out, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("an import takes them, and an export has a column for each, the personal ones only where asked for", async () => {
  const file = join(installation.folder, "past.ndjson");
  const line = (request: object) => JSON.stringify({ decidedAt: "2026-01-01T00:00:00Z", request });
  const past = { ...extendedRequest(), requestId: "past" };
  writeFileSync(file, [line(past), line({ ...booking(), attributes: { unknown: 1 } })].join("\n"));
  const ran = await installation.run(
    "history",
    "import",
    file,
    "--project",
    projectId,
    "--strict",
    "--json",
  );
  expect(ran.status).toBe(1);
  expect(JSON.parse(ran.out)).toMatchObject({
    imported: 1,
    rejected: 1,
    unknownMembers: [],
    errors: [
      {
        line: 2,
        error: "/request/attributes/unknown is not declared in the project: declare it first",
      },
    ],
  });
  const rowOf = (rows: Record<string, unknown>[]) =>
    rows.find(({ request_id }) => request_id === "past");
  expect(rowOf(await exported())).toMatchObject({
    attribute_channel: "metasearch",
    attribute_corporate_rate: 0,
    attribute_room_type: null,
  });
  expect(rowOf(await exported())).not.toHaveProperty("attribute_loyalty_years");
  expect(rowOf(await exported("--personal-attributes"))).toMatchObject({
    attribute_loyalty_years: 4.5,
  });
});

test("an export of the guest has them, and an erasure leaves none", async () => {
  const token = "qzx-attribute-of-mallory";
  const guest = { booker: { email: "mallory@example.com" } };
  const id = await scored({ ...booking(guest), attributes: { channel: token, loyalty_years: 3 } });
  const address = join(installation.folder, "address.txt");
  writeFileSync(address, "mallory@example.com");
  const out = join(installation.folder, "guest.json");
  const by = ["--project", projectId, "--by", "email", "--value-file", address];
  await installation.json("guest", "export", ...by, "--out", out);
  expect(readFileSync(out, "utf8")).toContain(
    `"attributes":{"channel":"${token}","loyalty_years":3}`,
  );
  await installation.json("guest", "erase", ...by, "--yes");
  expect((await installation.run("decision", "show", id)).status).toBe(1);
  const rows = JSON.stringify(await exported("--personal-attributes"));
  expect(rows).not.toContain(token);
  expect(filesWith(installation.data, token)).toEqual([]);
});
