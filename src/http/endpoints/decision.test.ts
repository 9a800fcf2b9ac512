import { expect, test } from "bun:test";
import { DomainError } from "../../base/domain-error.ts";
import { QueueFull } from "../../base/fair-queue.ts";
import { ReasonsUnavailable } from "../../model/reasons/explained-model.ts";
import type { Explainer } from "../../model/reasons/explainer/explainer.ts";
import type { Reasons } from "../../model/reasons/reasons.ts";
import { pastDecisionOrder } from "../../risk/decision.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { OutcomeRecord } from "../../storage/port/outcomes.ts";
import type { ReviewRecord } from "../../storage/port/reviews.ts";
import { decisionHandler } from "./decision.ts";
import type { MerchantCall } from "./merchant-endpoint.ts";

const at = Date.UTC(2027, 3, 1, 12);
const { id } = pastDecisionOrder(at, "8".repeat(32));
const record = {
  projectId: "p",
  id,
  decidedAt: at,
  requestId: "r-1",
  modelName: "m",
  modelVersion: "1.2.3",
  riskScore: 80,
  riskLevel: "high",
  suggestedAction: "deny",
  riskSetting: "balanced",
  listMatches: null,
  controlGroup: null,
  challenge: null,
} as DecisionRecord;

/** The answer about one decision, of which the explainer says what it is given. */
async function answered(
  of: Explainer["of"],
  {
    reports = [],
    path = id,
    review = null,
  }: {
    reports?: Partial<OutcomeRecord>[];
    path?: string;
    review?: Partial<ReviewRecord> | null;
  } = {},
) {
  const find = async (projectId: string, wanted: string) =>
    projectId === "p" && wanted === id ? record : null;
  const store = {
    decisions: { find },
    outcomes: { list: async () => reports },
    reviews: { find: async () => review },
  };
  const handle = decisionHandler({ store: store as never, explainer: { of } });
  const request = new Request(`http://x.test/v1/decisions/${path}?a=b`);
  const answer = await handle({ request, owner: { project: { id: "p" } } } as MerchantCall);
  return (await answer.json()) as Record<string, unknown>;
}
const failing = (error: Error) => async () => {
  throw error;
};
const top = {
  group: "contact",
  title: "Contact",
  feature: "email_digit_share",
  text: "many digits",
  points: 12.345,
  isDefinite: false,
};
const reasons = { summary: { sentence: "Denied: many digits.", top: [top] } } as unknown as Reasons;

test("a decision is answered with its outcome and its strongest reasons", async () => {
  const report = { outcome: "fraud", occurredAt: null, reportedAt: at + 1000 };
  expect(await answered(async () => reasons, { reports: [report] })).toEqual({
    decisionId: id,
    riskScore: 80,
    riskLevel: "high",
    suggestedAction: "deny",
    riskSetting: "balanced",
    decidedAt: "2027-04-01T12:00:00.000Z",
    requestId: "r-1",
    model: { name: "m", version: "1.2.3" },
    decidedBy: { kind: "model", entryId: null, listsVersion: null },
    listMatches: [],
    outcome: { outcome: "fraud", occurredAt: null, reportedAt: "2027-04-01T12:00:01.000Z" },
    review: null,
    reasons: {
      status: "available",
      detail: null,
      summary: "Denied: many digits.",
      strongest: [
        {
          group: "contact",
          groupTitle: "Contact",
          feature: "email_digit_share",
          text: "many digits",
          points: 12.3,
          definite: false,
        },
      ],
    },
  });
});

test("an outcome has the time that was reported with it, and is none once it is withdrawn", async () => {
  const report = { outcome: "fraud", occurredAt: at - 1000, reportedAt: at };
  expect(await answered(async () => reasons, { reports: [report] })).toMatchObject({
    outcome: { occurredAt: "2027-04-01T11:59:59.000Z" },
  });
  const withdrawn = [report, { ...report, outcome: "withdrawn" }];
  expect(await answered(async () => reasons, { reports: withdrawn })).toMatchObject({
    outcome: null,
  });
});

test("reasons that there are none of, or none yet, do not keep the decision back", async () => {
  const none = { summary: null, strongest: [] };
  const unavailable = failing(new ReasonsUnavailable("the model has too many inputs"));
  expect(await answered(unavailable)).toMatchObject({
    decisionId: id,
    outcome: null,
    reasons: {
      status: "unavailable",
      ...none,
      detail: "There are no reasons: the model has too many inputs.",
    },
  });
  expect(await answered(failing(new QueueFull("project")))).toMatchObject({
    decisionId: id,
    reasons: { status: "pending", ...none, detail: expect.stringContaining("Ask again") },
  });
});

test("an error that is no answer is not told to the merchant", async () => {
  await expect(answered(failing(new Error("a secret path")))).rejects.toThrow("a secret path");
});

test.each([`${id}0`, "dec_", "", pastDecisionOrder(at, "9".repeat(32)).id])(
  "there is no decision %j",
  async (wanted) => {
    const error = await answered(async () => reasons, { path: wanted }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect(error.details).toEqual({ decisionId: wanted });
  },
);

test("a review is open until its verdict, and names nobody", async () => {
  const open = { verdict: null, decidedAt: null, claimedBy: "ada@example.com" };
  expect(await answered(async () => reasons, { review: open })).toMatchObject({
    review: { status: "open", verdict: null, decidedAt: null },
  });
  const review = { verdict: "good", decidedAt: at, decidedBy: "ada@example.com" } as const;
  const decided = await answered(async () => reasons, { review });
  expect(decided.review).toEqual({
    status: "decided",
    verdict: "good",
    decidedAt: "2027-04-01T12:00:00.000Z",
  });
});
