/** The queue of reviews, as merchants' servers, people and operators meet it. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { ReviewCase } from "../../../src/decisions/reviews/reviews.ts";
import type { StoredDecision } from "../../../src/risk/stored-decision.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";
import { changeStored } from "../../fixtures/stored.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const other = await installation.project("Elsewhere");
const service = await installation.serve();
const people = {
  owner: await newPerson(installation, service, "owner@example.com", "owner"),
  ada: await newPerson(installation, service, "ada@example.com", "analyst", projectId),
  grace: await newPerson(installation, service, "grace@example.com", "analyst", projectId),
  viewer: await newPerson(installation, service, "viewer@example.com", "viewer", projectId),
};

let bookings = 0;
async function book(
  more: { email?: string; freeCancellationUntil?: string } = {},
  key = secret.key,
): Promise<string> {
  const { email, ...stay } = more;
  const guest = distinctGuest(bookings++);
  const request = {
    ...guest,
    booker: { ...guest.booker, ...(email && { email }) },
    booking: { ...guest.booking, ...stay },
  };
  const answer = await callRisk(service.url, key, request);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { decisionId: string }).decisionId;
}
async function answered(decisionId: string, key = secret.key) {
  const answer = await fetch(`${service.url}/v1/decisions/${decisionId}`, {
    headers: { "X-Service-Key": key },
  });
  return (await answer.json()) as { suggestedAction: string; review: unknown };
}
const review = (path = "") => `/projects/${projectId}/review${path}`;
const ofDecision = (decisionId: string, path = "") =>
  `/projects/${projectId}/decisions/${decisionId}/review${path}`;
const rules = (...flags: string[]) =>
  installation.json("review", "rules", "--project", projectId, ...flags);
const none = ["--band", "none", "--share", "0"];

describe("a decision is in the queue", () => {
  test("by no rule, unless one is set", async () => {
    expect(await rules()).toEqual({ band: null, share: 0 } as never);
    expect((await answered(await book())).review).toBeNull();
  });

  test("by a band of scores, or by a random share, from the next request on; its action stays", async () => {
    await rules("--band", "0-99");
    const banded = await book();
    const open = { status: "open", verdict: null, decidedAt: null };
    expect(await answered(banded)).toMatchObject({ suggestedAction: "allow", review: open });
    expect(await installation.json("decision", "verify", banded)).toMatchObject({ result: "same" });
    await rules("--band", "none", "--share", "100");
    const sampled = await book();
    const shown = await installation.json<ReviewCase>(
      "review",
      "show",
      sampled,
      "--project",
      projectId,
    );
    expect(shown.sources).toEqual([{ kind: "sample", share: 1 }]);
    await rules(...none);
    expect((await answered(await book())).review).toBeNull();
    expect((await answered(await book({}, other.secret.key), other.secret.key)).review).toBeNull();
  });

  test("by an entry of the watch list that says so", async () => {
    const file = join(installation.folder, "watched.txt");
    const add = (kind: string, value: string, ...more: string[]) => {
      writeFileSync(file, value);
      return installation.run(
        "list",
        "add",
        kind,
        "--project",
        projectId,
        "--type",
        "email",
        "--reason",
        "a test",
        "--value-file",
        file,
        "--json",
        ...more,
      );
    };
    const entry = JSON.parse((await add("watch", "watched@example.org", "--review")).out);
    expect(entry).toMatchObject({ kind: "watch", review: true });
    await add("watch", "marked@example.org");
    expect((await add("deny", "denied@example.org", "--review")).error).toContain(
      "--review must not be true but in the list watch",
    );
    const watched = await book({ email: "watched@example.org" });
    const shown = await installation.json<ReviewCase>(
      "review",
      "show",
      watched,
      "--project",
      projectId,
    );
    expect(shown.sources).toEqual([{ kind: "watch", entryId: entry.entryId }]);
    expect((await answered(await book({ email: "marked@example.org" }))).review).toBeNull();
    expect(await installation.json("decision", "verify", watched)).toMatchObject({
      result: "same",
    });
  });

  test("by a person, once", async () => {
    const decisionId = await book();
    expect((await people.viewer.post(ofDecision(decisionId))).status).toBe(403);
    const sent = await people.ada.post(ofDecision(decisionId));
    expect([sent.status, sent.body.sources]).toEqual([
      200,
      [{ kind: "person", name: "ada@example.com" }],
    ]);
    expect((await people.grace.post(ofDecision(decisionId))).status).toBe(409);
    const nowhere = await people.ada.post(ofDecision(await book({}, other.secret.key)));
    expect(nowhere.status).toBe(404);
  });
});

describe("a case", () => {
  test("is served by what can be saved until free cancellation ends", async () => {
    await rules("--band", "0-99");
    const soon = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    const urgent = await book({ freeCancellationUntil: soon });
    await rules(...none);
    const { cases } = (await people.ada.get(review("/cases"))).body;
    expect(cases[0]).toMatchObject({ decisionId: urgent, deadline: soon, state: "waiting" });
    const served = (await people.ada.post(review("/next"), {})).body;
    expect(served).toMatchObject({ next: { decisionId: urgent, claim: { number: 1 } } });
    expect(served.following).toBe(cases[1].decisionId);
    const taken = await people.grace.post(ofDecision(urgent, "/claim"));
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      expect.stringMatching(/^ada@example.com has this case open, until /),
    ]);
    const stolen = { claim: 1, verdict: "fraud" };
    expect((await people.grace.post(ofDecision(urgent, "/verdict"), stolen)).status).toBe(409);
    const given = await people.ada.post(ofDecision(urgent, "/verdict"), stolen);
    expect([given.status, given.body.review, given.body.next.decisionId]).toEqual([
      200,
      expect.objectContaining({ state: "decided", verdict: "fraud", decidedBy: "ada@example.com" }),
      served.following,
    ]);
    const twice = await people.ada.post(ofDecision(urgent, "/verdict"), {
      claim: 1,
      verdict: "good",
    });
    expect([twice.status, twice.body.detail]).toEqual([
      409,
      "ada@example.com has given the verdict already: fraud. Nothing was saved.",
    ]);
    expect(await answered(urgent)).toMatchObject({
      suggestedAction: "allow",
      outcome: { outcome: "fraud" },
      review: { status: "decided", verdict: "fraud", decidedAt: given.body.review.decidedAt },
    });
    const stored = await installation.json<StoredDecision>("decision", "show", urgent);
    expect(stored).toMatchObject({ suggestedAction: "allow", review: { verdict: "fraud" } });
    expect(await installation.json("decision", "verify", urgent)).toMatchObject({ result: "same" });
  });

  test("is offered with the verdict of another one of the same guest, until it has its own", async () => {
    const email = "linked@example.org";
    const [one, same, unasked] = [
      await book({ email }),
      await book({ email }),
      await book({ email }),
    ];
    const stranger = await book();
    for (const id of [one, same, stranger]) await people.ada.post(ofDecision(id));
    const linked = () => people.ada.get(ofDecision(one, "/linked"));
    const { body } = await waitUntil("the index", async () => {
      const answer = await linked();
      return answer.body.cases.length > 0 && answer;
    });
    expect(body.cases).toMatchObject([{ decisionId: same, shares: ["email"], claim: null }]);
    expect(await people.ada.get(ofDecision(unasked, "/linked"))).toMatchObject({ status: 200 });
    expect((await people.viewer.get(ofDecision(one, "/linked"))).status).toBe(403);
    expect((await people.ada.get(ofDecision("dec_0", "/linked"))).status).toBe(404);
    const { claim } = (await people.ada.post(ofDecision(same, "/claim"))).body;
    const verdict = { claim: claim.number, verdict: "good", opensNext: false };
    const given = await people.ada.post(ofDecision(same, "/verdict"), verdict);
    expect(given.body).toMatchObject({ review: { verdict: "good" }, next: null, following: null });
    expect((await linked()).body.cases).toEqual([]);
    const mine = (await people.ada.get(review("/cases?view=mine"))).body.cases;
    expect(mine).toEqual([]);
  });

  test("is decided by the command, and each verdict is in the audit log", async () => {
    const decisionId = await book();
    const of = ["--project", projectId];
    await installation.json("review", "open", decisionId, ...of);
    const put = await installation.run("review", "decide", decisionId, ...of, "--verdict", "later");
    expect(put.out).toContain(`${decisionId} is put off until `);
    await installation.json("review", "decide", decisionId, ...of, "--verdict", "good");
    expect(await answered(decisionId)).toMatchObject({
      review: { verdict: "good" },
      outcome: { outcome: "legitimate" },
    });
    const again = await installation.run(
      "review",
      "decide",
      decisionId,
      ...of,
      "--verdict",
      "good",
    );
    expect([again.status, again.error]).toEqual([
      1,
      expect.stringContaining("has given the verdict already: good"),
    ]);
    const unknown = await installation.run("review", "decide", decisionId, ...of, "--verdict", "x");
    expect(unknown.status).toBe(2);
    const entries = await installation.json<{ action: string; subject: string; detail: object }[]>(
      "audit",
      "--project",
      projectId,
    );
    const acts = entries.filter(({ subject }) => subject === decisionId);
    expect(acts.map(({ action }) => action)).toEqual([
      "review.decide",
      "review.postpone",
      "review.open",
    ]);
    const listed = await installation.run("review", "list", ...of, "--view", "decided");
    expect(listed.out).toContain(decisionId);
  });
});

test("viewers see how many wait, and no case", async () => {
  const figures = (await people.viewer.get(review())).body;
  expect(figures).toMatchObject({ counts: { waiting: expect.any(Number) }, decided: 3 });
  expect((await people.viewer.get(review("/cases"))).status).toBe(403);
  expect((await people.viewer.post(review("/next"), {})).status).toBe(403);
  const [decided] = (await people.ada.get(review("/cases?view=decided"))).body.cases;
  const seen = await people.viewer.get(`/projects/${projectId}/decisions/${decided.decisionId}`);
  expect(seen.body.review).toMatchObject({ decidedBy: null, claim: null, sources: [] });
});

test("the rules of a project are its owners'", async () => {
  const wanted = { band: { from: 60, to: 74 }, share: 0.01 };
  expect((await people.ada.put(review("/rules"), wanted)).status).toBe(403);
  expect((await people.owner.put(review("/rules"), wanted)).body).toEqual(wanted);
  expect((await people.viewer.get(review("/rules"))).body).toEqual(wanted);
  const wrong = await people.owner.put(review("/rules"), { ...wanted, share: 2 });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [{ pointer: "/share", message: "must be a number from 0 to 1" }],
  ]);
  await rules(...none);
});

test("a guest's export has the reviews, and the erasure deletes them", async () => {
  const email = "erased@reviewed.example";
  const decisionId = await book({ email });
  await people.ada.post(ofDecision(decisionId));
  const value = join(installation.folder, "guest.txt");
  writeFileSync(value, email);
  const guest = ["--project", projectId, "--by", "email", "--value-file", value];
  const out = join(installation.folder, "guest.json");
  await installation.json("guest", "export", ...guest, "--out", out);
  const { decisions } = JSON.parse(readFileSync(out, "utf8")) as { decisions: StoredDecision[] };
  expect(decisions).toMatchObject([{ decisionId, review: { state: "waiting" } }]);
  const receipt = await installation.json<{ erased: object }>("guest", "erase", ...guest, "--yes");
  expect(receipt.erased).toMatchObject({ decisions: 1, reviews: 1 });
  const gone = await installation.run("review", "show", decisionId, "--project", projectId);
  expect(gone.error).toContain(`${decisionId} is not in review`);
});

test("a second reviewer is not shown the first verdict, and changes nothing by theirs", async () => {
  const decisionId = await book();
  for (const path of ["", "/claim"]) await people.ada.post(ofDecision(decisionId, path));
  const first = await people.ada.post(ofDecision(decisionId, "/verdict"), {
    claim: 1,
    verdict: "fraud",
    opensNext: false,
  });
  expect(first.status).toBe(200);
  // Drawn by chance otherwise, and served a day later: 25 hours ago.
  const drawn = "UPDATE reviews SET second_at = decided_at - 90000000 WHERE decision_id = ?";
  await changeStored(installation, "events.db", drawn, [decisionId]);
  const { next } = (await people.grace.post(review("/next"), {})).body;
  expect(next).toMatchObject({ decisionId, verdict: null, claim: { by: "grace@example.com" } });
  const seenBy = async (person: typeof people.ada) =>
    (await person.get(`/projects/${projectId}/decisions/${decisionId}`)).body;
  const blind = await seenBy(people.grace);
  expect(blind).toMatchObject({ review: { state: "claimed", verdict: null }, outcomes: [] });
  expect(JSON.stringify(blind)).not.toContain('fraud"');
  expect(await seenBy(people.ada)).toMatchObject({
    review: { verdict: "fraud" },
    outcomes: [{ outcome: "fraud", isVerdict: true }],
  });
  const shownTo = async (person: typeof people.ada, view: object = {}) => {
    const { body } = await person.post(`/projects/${projectId}/decisions/list`, { view });
    const isIt = (row: { decisionId: string }) => row.decisionId === decisionId;
    return body.rows.filter(isIt).map(({ outcome }: { outcome: string | null }) => outcome);
  };
  const fraud = { outcome: "fraud" };
  const { suggestedAction: action } = await answered(decisionId);
  await waitUntil("the index", async () => (await shownTo(people.ada, fraud)).length === 1);
  expect(await shownTo(people.ada, { outcome: "none" })).toEqual([]);
  for (const [view, listed] of [
    [{}, [null]],
    [fraud, []],
    [{ outcome: "fraud,none" }, [null]],
    [{ outcome: "none", same: `device:${decisionId}` }, []],
    [{ outcome: "none", find: `decision:${decisionId}` }, [null]],
    [{ outcome: "none", same: `email:${decisionId}`, action }, [null]],
    [{ outcome: "none", same: `email:${decisionId}`, to: "2020-01-01T00:00:00Z" }, []],
  ] as const) {
    expect([view, await shownTo(people.grace, view)]).toEqual([view, listed as never]);
  }
  const exported = async (person: typeof people.ada, view: object) => {
    const path = `/projects/${projectId}/decisions/exports`;
    const { orderId } = (await person.post(path, { view })).body;
    const headers = { cookie: person.cookie };
    const file = await fetch(`${service.url}/dashboard/api${path}/${orderId}`, { headers });
    return (await file.text()).split("\r\n").find((line) => line.includes(decisionId));
  };
  expect(await exported(people.ada, fraud)).toContain(",fraud,");
  expect(await exported(people.grace, fraud)).toBeUndefined();
  expect(await exported(people.grace, {})).not.toContain("fraud");
  const talliesFor = async (person: typeof people.ada) => {
    const path = `/projects/${projectId}/decisions/${decisionId}/same/email`;
    return (await person.get(path)).body.tallies;
  };
  expect(await talliesFor(people.ada)).toMatchObject([{ outcome: "fraud", count: 1 }]);
  expect(await talliesFor(people.grace)).toMatchObject([{ outcome: null, count: 1 }]);
  const second = { claim: next.claim.number, verdict: "good", opensNext: false };
  const given = await people.grace.post(ofDecision(decisionId, "/verdict"), second);
  expect([given.status, given.body.review]).toMatchObject([200, { verdict: "good" }]);
  expect(await answered(decisionId)).toMatchObject({
    review: { verdict: "fraud" },
    outcome: { outcome: "fraud" },
  });
  expect(await seenBy(people.grace)).toMatchObject({ review: { verdict: "fraud" } });
  expect(await shownTo(people.grace)).toEqual(["fraud"]);
  const figures = (await people.viewer.get(review())).body.second;
  expect(figures).toMatchObject({ cases: 1, agreed: 0, share: { value: 0, from: 0 } });
  const { out } = await installation.run("review", "list", "--project", projectId);
  expect(out).toContain("Two people agree on 0.0% of 1 case (95% interval 0.0% to 79.3%)");
  const [audited] = (await people.owner.get(`/audit/${projectId}`)).body;
  expect(audited).toMatchObject({
    action: "review.decide-second",
    actor: "grace@example.com",
    subject: decisionId,
  });
});

test("an outcome that is a verdict is told from a report, whatever its request ID, and after its guest was removed", async () => {
  const decisionId = await book();
  for (const path of ["", "/claim"]) await people.ada.post(ofDecision(decisionId, path));
  const verdict = { claim: 1, verdict: "good", opensNext: false };
  expect((await people.ada.post(ofDecision(decisionId, "/verdict"), verdict)).status).toBe(200);
  const reported = await fetch(`${service.url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
    body: JSON.stringify({ outcome: "chargeback", requestId: "review-1" }),
  });
  expect(reported.status).toBe(200);
  const outcomes = async () =>
    (await people.ada.get(`/projects/${projectId}/decisions/${decisionId}`)).body.outcomes;
  const told = [
    { outcome: "legitimate", isVerdict: true, keyId: null },
    { outcome: "chargeback", isVerdict: false, keyId: expect.any(String) },
  ];
  expect(await outcomes()).toMatchObject(told);
  // As the end of the retention does.
  const blank = "UPDATE outcomes SET request_id = '' WHERE decision_id = ?";
  await changeStored(installation, "events.db", blank, [decisionId]);
  expect(await outcomes()).toMatchObject(told);
});
