/** `/projects/:projectId/money`: what each risk setting earns and loses. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { startOfLastDays } from "../../decisions/last-days.ts";
import { controlEvidence } from "../../evaluation/money/control-evidence.ts";
import { type ScoreEvidence, scoreEvidence } from "../../evaluation/money/score-evidence.ts";
import { searchAtRate } from "../../evaluation/money/scores-at-rate.ts";
import { getMoneyTerms, setMoneyTerms } from "../../evaluation/money/set-money-terms.ts";
import type { MoneyTerms } from "../../evaluation/money/terms.ts";
import { modelRates } from "../../model/registry/base-rate.ts";
import { hasOutcome } from "../../risk/outcomes/observed.ts";
import { projectDelay } from "../../risk/outcomes/project-delay.ts";
import type { DelayMissing, ReportingDelay } from "../../risk/outcomes/reporting-delay.ts";
import { type DataPlace, dataPlaceFor } from "./data-place.ts";
import type { RouteDeps } from "./deps.ts";
import { type UserCaller, userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** Days up to now, or all decisions. */
const Period = Type.Union([
  Type.Literal("30"),
  Type.Literal("90"),
  Type.Literal("365"),
  Type.Literal("all"),
]);
export type Period = Static<typeof Period>;
/** Of the amounts that count. One that does not exist has none. */
const Currency = Type.String({ pattern: "^[A-Z]{3}$" });

export const moneyRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/money" })
    .use(userGuard(deps))
    .get("", ({ caller, params, query }) => getMoney(deps, caller, { ...params, ...query }), {
      params: ofProject,
      query: Type.Object({ period: Type.Optional(Period), currency: Type.Optional(Currency) }),
    })
    .put(
      "/terms",
      ({ caller, params, body: { replaces, ...fields } }) =>
        setMoneyTerms(deps, caller.actor, { ...params, fields, replaces }),
      { params: ofProject, body: Type.Record(Type.String(), Type.Unknown()) },
    );

/** Decisions of the range by the newest report, and those that can have no outcome. */
export interface OutcomeCounts {
  decisions: number;
  fraud: number;
  legitimate: number;
  denied: number;
}

export interface Money {
  /** The project's own; null where none are set. */
  terms: MoneyTerms | null;
  /** Unix ms. */
  from: number;
  to: number;
  counts: OutcomeCounts;
  /** How long the project's reports take; or what is missing to tell. */
  delay: Omit<ReportingDelay, "knownWithin" | "steps"> | DelayMissing;
  /** Of the amounts in the evidence; null where the project has no terms and none was asked for. */
  currency: string | null;
  /** Null where the delay is not known. */
  evidence: ScoreEvidence | null;
  /** For the command that imports outcomes. */
  place: DataPlace;
}

/**
 * What is known of fraud among a project's decisions by score. The page evaluates everything that a
 * user tries from this one answer.
 * @throws DomainError project_not_found
 */
async function getMoney(
  deps: RouteDeps,
  { grants }: Pick<UserCaller, "grants">,
  {
    projectId,
    period = "365",
    ...asked
  }: { projectId: string; period?: Period; currency?: string },
): Promise<Money> {
  const { store, now } = deps;
  const terms = await getMoneyTerms({ store }, projectId);
  const range = {
    currency: asked.currency ?? terms?.currency ?? null,
    from: period === "all" ? 0 : startOfLastDays(Number(period), now()),
    to: now() + 1,
  };
  const [counts, delay] = await Promise.all([
    outcomeCounts(projectId, range, { store }),
    projectDelay(projectId, now(), store),
  ]);
  const found = { terms, ...range, counts, place: dataPlaceFor(grants, deps) };
  if ("missing" in delay) return { ...found, delay, evidence: null };
  const { knownWithin: _, steps: __, ...summary } = delay;
  const search = await searchAtRate(projectId, { store, modelRate: modelRates(store) });
  const evidence = await scoreEvidence(projectId, range, delay, { search });
  const control = await controlEvidence(projectId, range, delay, store);
  return { ...found, delay: summary, evidence: { ...evidence, control } };
}

async function outcomeCounts(
  projectId: string,
  { from, to }: { from: number; to: number },
  { store }: Pick<RouteDeps, "store">,
): Promise<OutcomeCounts> {
  const counts = { decisions: 0, fraud: 0, legitimate: 0, denied: 0 };
  for (const { kind, count } of await store.search.byScore(projectId, from, to)) {
    counts.decisions += count;
    if (!hasOutcome(kind)) counts.denied += count;
    if (kind.outcome !== null) {
      counts[kind.outcome === "legitimate" ? "legitimate" : "fraud"] += count;
    }
  }
  return counts;
}
