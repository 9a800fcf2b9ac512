/** A decision's endpoints: its reasons, features, visit and outcomes, and what a viewer gets of them. */
import { describe, expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { changeStored } from "../../../fixtures/stored.ts";
import {
  address,
  decide,
  deviceId,
  guests,
  hostileRequest,
  page,
  sendBatch,
  startWithHostileVisit,
} from "../hostile-visit.ts";

const {
  installation,
  service,
  url,
  projectId,
  secret,
  publishable,
  other,
  ada,
  viewer,
  hostileId,
  linkedIds,
  foreignId,
  at,
} = await startWithHostileVisit();
const readEndpoints = ["", "/journey", "/features", "/reasons", "/linked", "/same/device"];

describe("what a decision has of one kind", () => {
  const listed = async (person: typeof ada, same: string) => {
    const path = `/projects/${projectId}/decisions/list`;
    const { status, body } = await person.post(path, { view: { same } });
    return { status, ids: body.rows?.map((row: { decisionId: string }) => row.decisionId) };
  };

  test("is shown with its bookings, their actions and outcomes, and what else they have", async () => {
    const path = at(hostileId, "/same/device");
    const { body } = await waitUntil("the index", async () => {
      const answer = await ada.get(path);
      return answer.status === 200 && answer.body.decisions >= 4 && answer;
    });
    expect(body).toMatchObject({ kind: "device", value: deviceId, isCapped: false, entries: [] });
    const sum = body.tallies.reduce((all: number, one: { count: number }) => all + one.count, 0);
    expect(body.decisions).toBe(sum);
    const emails = body.linked.find(({ kind }: { kind: string }) => kind === "email");
    expect(emails.values).toBe(4);
    const named = emails.most.map(({ value }: { value: string }) => value).toSorted();
    const others = [0, 1, 2].map((i) => `other${i}@example.com`);
    expect(named).toEqual([guests.email, ...others].toSorted());
    expect(body.linked.find(({ kind }: { kind: string }) => kind === "ip")).toEqual({
      kind: "ip",
      values: 1,
      most: [{ value: address, decisions: body.decisions, decisionId: expect.any(String) }],
    });
    for (const person of [ada, viewer]) {
      const { ids } = await listed(person, `device:${hostileId}`);
      expect(ids).toEqual(expect.arrayContaining([hostileId, ...linkedIds]));
    }
    expect((await listed(ada, `email:${linkedIds[0]}`)).ids).toEqual([linkedIds[0]]);
  });

  test("is in a list: its entries are shown with it", async () => {
    const entry = { kind: "watch", type: "device", value: deviceId, reason: "A test." };
    const added = await ada.post(`/projects/${projectId}/lists/entries`, entry);
    expect(added.status).toBe(200);
    const { entryId } = added.body;
    expect((await ada.get(at(hostileId, "/same/device"))).body.entries).toMatchObject([entry]);
    expect((await viewer.get(at(hostileId, "/same/device"))).body.entries).toEqual([]);
    await ada.post(`/projects/${projectId}/lists/entries/${entryId}/archive`);
    expect((await ada.get(at(hostileId, "/same/device"))).body.entries).toEqual([]);
  });

  test("is nothing where the decision has none, or is of another project", async () => {
    const codes = async (path: string) => {
      const { status, body } = await ada.get(path);
      return [status, body.code];
    };
    expect(await codes(at(hostileId, "/same/card"))).toEqual([404, "not_found"]);
    expect(await codes(at(foreignId, "/same/email"))).toEqual([404, "not_found"]);
    expect(await codes(at(hostileId, "/same/hotel"))).toEqual([422, "validation_failed"]);
    expect((await listed(ada, `card:${hostileId}`)).ids).toEqual([]);
    expect((await listed(ada, `email:${foreignId}`)).ids).toEqual([]);
    expect((await listed(ada, `hotel:${hostileId}`)).status).toBe(422);
  });

  test("is looked at in the audit log, once for a page, by its kind", async () => {
    const grace = await newPerson(installation, service, "grace@example.com", "analyst", projectId);
    await grace.get(at(hostileId, "/same/ip"));
    await listed(grace, `ip:${hostileId}`);
    const audit = (await ada.get(`/audit/${projectId}`)).body;
    const found = audit.filter(({ action }: { action: string }) => action === "decision.find");
    const own = found.filter(({ actor }: { actor: string }) => actor === "grace@example.com");
    expect(own).toMatchObject([{ detail: { by: ["address"] } }]);
  });
});

describe("a decision", () => {
  test("returns stored reasons that add up to the score", async () => {
    const { body } = await ada.get(at(hostileId, "/reasons"));
    const groups = body.groups.reduce(
      (sum: number, one: { points: number }) => sum + one.points,
      0,
    );
    expect(body.base + groups + body.remainder.points).toBeCloseTo(body.riskScore, 9);
    expect((await ada.get(at(hostileId, "/reasons"))).body).toEqual(body);
    expect(await installation.json<object>("decision", "reasons", hostileId)).toEqual(body);
  });

  test("is in the list with the reason that its page has first", async () => {
    const list = { view: { find: `decision:${hostileId}` } };
    const reason = await waitUntil("the reason in the list", async () => {
      const { body } = await ada.post(`/projects/${projectId}/decisions/list`, list);
      return body.rows[0]?.reason;
    });
    expect((await ada.get(at(hostileId, "/reasons"))).body.summary.sentence).toContain(reason);
  });

  test("is linked with those that share something with it, of its own project only", async () => {
    const { body } = await ada.get(at(hostileId, "/linked"));
    const text = JSON.stringify(body);
    for (const id of linkedIds) expect(text).toContain(id);
    expect(text).not.toContain(foreignId);
  });

  test("verifies with the same result as the command", async () => {
    const { status, body } = await ada.post(at(hostileId, "/verify"));
    expect([status, body.result]).toEqual([200, "same"]);
    expect(await installation.json<object>("decision", "verify", hostileId)).toEqual(body);
  });

  test("verifies so often for a person, and others meanwhile", async () => {
    const path = at(hostileId, "/verify");
    const olga = await newPerson(installation, service, "olga@example.com", "owner");
    // More than once where the machine takes seconds for them.
    const refused = await waitUntil("a refusal", async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => olga.post(path)));
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      return answers.find(({ status }) => status === 429);
    });
    expect(refused.body.code).toBe("rate_limited");
    expect((await ada.post(path)).body.result).toBe("same");
  });

  test("does not verify a stored decision that was changed", async () => {
    const id = await decide(url, secret.key, hostileRequest("tampered"));
    const change = "UPDATE decisions SET risk_score = (risk_score + 1) % 99 WHERE id = ?";
    await changeStored(installation, "events.db", change, [id]);
    const { body } = await ada.post(at(id, "/verify"));
    expect(body).toMatchObject({
      result: "differs",
      differing: expect.arrayContaining(["riskScore"]),
    });
  });

  test("returns features with typical values from the training data", async () => {
    const { body } = await ada.get(at(hostileId, "/features"));
    expect(body.usualFrom).toMatchObject({ kind: "training", rows: expect.any(Number) });
    type Shown = { name: string; value: number; usual: { text: string; mark: string } };
    const features: Shown[] = body.groups.flatMap((one: { features: Shown[] }) => one.features);
    const impossible = features.find(({ name }) => name === "impossible_events");
    expect(impossible).toMatchObject({ value: 1, usual: { text: "0", mark: "far" } });
    const known = features.filter(({ usual }) => usual !== null);
    expect(known.length).toBeGreaterThan(200);
  });

  test("never returns guest data to a viewer", async () => {
    const own = [...Object.values(guests).map((text) => text.split("<")[0]!), deviceId, address];
    const secrets = [...own, "other0@example.com", "noted by"];
    const noted = { outcome: "legitimate", replaces: null, note: "noted by gFirst" };
    expect((await ada.post(at(linkedIds[0]!, "/outcome"), noted)).status).toBe(200);
    for (const id of [hostileId, linkedIds[0]!]) {
      for (const endpoint of readEndpoints) {
        const answer = await viewer.get(at(id, endpoint));
        expect(answer.status).toBe(200);
        const raw = JSON.stringify(answer.body);
        for (const text of secrets) {
          expect([endpoint, text, raw.includes(text)]).toEqual([endpoint, text, false]);
        }
      }
    }
    const raw = JSON.stringify((await ada.get(at(hostileId))).body);
    for (const text of own) expect(raw).toContain(text);
    expect((await viewer.post(at(hostileId, "/outcome"), noted)).status).toBe(403);
  });

  test("has the one-time pass that was given because of it, for a viewer without its reason", async () => {
    const email = "turned.away@example.com";
    const entry = { kind: "deny", type: "email", value: email, reason: "A test." };
    expect((await ada.post(`/projects/${projectId}/lists/entries`, entry)).status).toBe(200);
    const { booker, ...rest } = hostileRequest("turned-away");
    const denied = (requestId: string) =>
      decide(url, secret.key, { ...rest, requestId, booker: { ...booker, email } });
    const id = await denied("turned-away");
    const again = await denied("turned-away-again");
    const passFor = async (person: typeof ada) => (await person.get(at(id))).body.pass;
    expect(await passFor(ada)).toBeNull();
    const reason = "gFirst called the front desk";
    expect((await viewer.post(at(id, "/pass"), { reason })).status).toBe(403);
    const given = await ada.post(at(id, "/pass"), { reason });
    expect(given).toMatchObject({ status: 200, body: { reason, usedBy: null } });
    expect(await passFor(ada)).toEqual(given.body);
    expect(await passFor(viewer)).toEqual({ ...given.body, reason: null });
    expect((await ada.get(at(again))).body.pass).toBeNull();
  });

  test("answers 404 for an unknown decision and for one of another project", async () => {
    // One person verifies only so often, and others did in the tests before.
    const olaf = await newPerson(installation, service, "olaf@example.com", "owner");
    for (const id of [foreignId, "dec_0", `dec_${"0".repeat(32)}`, "x".repeat(128)]) {
      for (const endpoint of readEndpoints) {
        expect((await ada.get(at(id, endpoint))).status).toBe(404);
      }
      expect((await olaf.post(at(id, "/verify"))).status).toBe(404);
      const asked = { outcome: "fraud", replaces: null };
      expect((await ada.post(at(id, "/outcome"), asked)).status).toBe(404);
    }
    expect((await ada.get(at(foreignId, "", other.projectId))).status).toBe(200);
  });

  test("does not overwrite an outcome that was reported in the meantime", async () => {
    const [, id] = linkedIds as [string, string];
    const set = (outcome: string, replaces: string | null, more = {}) =>
      ada.post(at(id, "/outcome"), { outcome, replaces, ...more });
    expect((await set("fraud", null)).status).toBe(200);
    expect((await set("legitimate", null)).body.code).toBe("conflict");
    expect((await set("legitimate", "fraud")).status).toBe(200);
    const { body } = await ada.get(at(id));
    expect(body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual([
      "fraud",
      "legitimate",
    ]);
    const audit = (await ada.get(`/audit/${projectId}`)).body;
    expect(audit[0]).toMatchObject({
      actor: "ada@example.com",
      action: "outcome.set",
      subject: id,
      detail: { outcome: "legitimate", before: "fraud" },
    });
  });

  test("withdraws an outcome that the user has seen, and keeps every report", async () => {
    const [, , id] = linkedIds as [string, string, string];
    const withdraw = (replaces: string) => ada.post(at(id, "/outcome/withdraw"), { replaces });
    expect((await ada.post(at(id, "/outcome"), { outcome: "fraud", replaces: null })).status).toBe(
      200,
    );
    expect((await withdraw("legitimate")).body.code).toBe("conflict");
    expect(await withdraw("fraud")).toMatchObject({ status: 200, body: { before: "fraud" } });
    expect(await withdraw("fraud")).toMatchObject({ status: 200, body: { before: null } });
    expect((await viewer.post(at(id, "/outcome/withdraw"), { replaces: "fraud" })).status).toBe(
      403,
    );
    const { body } = await ada.get(at(id));
    expect(body.outcomes.map((one: { outcome: string }) => one.outcome)).toEqual([
      "fraud",
      "withdrawn",
    ]);
    expect((await ada.get(`/audit/${projectId}`)).body[0]).toMatchObject({
      actor: "ada@example.com",
      action: "outcome.withdraw",
      subject: id,
      detail: { before: "fraud" },
    });
    const set = { outcome: "chargeback", replaces: null };
    expect((await ada.post(at(id, "/outcome"), set)).status).toBe(200);
    const command = ["outcome", "withdraw", id, "--project", projectId] as const;
    expect(await installation.json(...command)).toEqual({ decisionId: id, before: "chargeback" });
    expect(await installation.json<object>(...command)).toEqual({ decisionId: id, before: null });
    expect(await installation.json("decision", "show", id)).toMatchObject({
      outcomes: [{}, {}, {}, { outcome: "withdrawn" }],
    });
  });

  test("rejects an outcome in the future or with a note that is too long", async () => {
    const report = (more: object) =>
      ada.post(at(hostileId, "/outcome"), { outcome: "fraud", replaces: null, ...more });
    const future = await report({ occurredAt: "2100-01-01T00:00:00Z" });
    expect(future).toMatchObject({ status: 422, body: { errors: [{ pointer: "/occurredAt" }] } });
    const long = await report({ note: "x".repeat(513) });
    expect(long).toMatchObject({ status: 422, body: { errors: [{ pointer: "/note" }] } });
  });

  test("reports a visit as deleted after its retention period, and keeps its totals", async () => {
    const own = "col_deletedVisit0001";
    await sendBatch({ url, publishable }, own, 0, [
      page(0, 0, "/rooms"),
      page(1, 9000, "/checkout"),
    ]);
    const id = await decide(url, secret.key, { ...hostileRequest("deleted"), collectionId: own });
    expect((await ada.get(at(id, "/journey"))).body).toMatchObject({ state: "events" });
    for (const where of ["batches WHERE collection_id = ?", "collections WHERE id = ?"]) {
      await changeStored(installation, "events.db", `DELETE FROM ${where}`, [own]);
    }
    const { body } = await ada.get(at(id, "/journey"));
    expect(body).toMatchObject({ state: "deleted", pages: [], facts: { pages: 2 } });
  });

  test("shows a viewer the visit without the paths of its pages", async () => {
    const own = "col_withheldPaths01";
    await sendBatch({ url, publishable }, own, 0, [
      page(0, 0, "/guest/4711"),
      page(1, 9000, "/checkout/4711"),
    ]);
    const id = await decide(url, secret.key, { ...hostileRequest("paths"), collectionId: own });
    const whole = (await ada.get(at(id, "/journey"))).body;
    expect(JSON.stringify(whole)).toContain("/guest/4711");
    const { body } = await viewer.get(at(id, "/journey"));
    expect(body.pages).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain("4711");
  });

  test("distinguishes an unknown collection from a missing one", async () => {
    const unknown = { ...hostileRequest("unknown"), collectionId: "col_neverSeen00001" };
    const { collectionId: _, ...none } = hostileRequest("none");
    for (const [request, state] of [
      [unknown, "unknown"],
      [none, "none"],
    ] as const) {
      const id = await decide(url, secret.key, request);
      expect((await ada.get(at(id, "/journey"))).body).toMatchObject({ state, pages: [] });
    }
  });
});
