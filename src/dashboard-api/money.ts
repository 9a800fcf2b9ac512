/** `/projects/:projectId/money`: what each risk setting and cutoff earns and loses. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { type Known, knownByScore } from "../decisions/known-by-score.ts";
import { exampleTerms, type MoneyTerms, readTerm } from "../decisions/money-terms.ts";
import { dayMs } from "../decisions/overview.ts";
import { getMoneyTerms, setMoneyTerms } from "../decisions/set-money-terms.ts";
import { invalidInput } from "../domain-error.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

/** Days up to now, or all decisions. */
const Period = Type.Union([
  Type.Literal("30"),
  Type.Literal("90"),
  Type.Literal("365"),
  Type.Literal("all"),
]);
export type Period = Static<typeof Period>;

export const moneyRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/money" })
    .use(userGuard(deps))
    .get("", ({ params, query }) => getMoney(deps, params.projectId, query), {
      params: ofProject,
      query: Type.Object({
        period: Type.Optional(Period),
        matureDays: Type.Optional(Type.String()),
      }),
    })
    .put(
      "/terms",
      ({ caller, params, body }) => setMoneyTerms(deps, caller.actor, { ...params, fields: body }),
      { params: ofProject, body: Type.Record(Type.String(), Type.Unknown()) },
    );

export interface Money {
  /** The project's own; null where none are set. */
  terms: MoneyTerms | null;
  /** Unix ms. */
  from: number;
  to: number;
  /** Days without a report after which a booking counts as legitimate; null: never. */
  matureDays: number | null;
  known: Known;
}

/**
 * What is known of a project's decisions by score. The page evaluates everything that a user tries
 * from this one answer.
 * @throws DomainError project_not_found, invalid_input
 */
async function getMoney(
  { store, now }: RouteDeps,
  projectId: string,
  { period = "365", matureDays }: { period?: Period; matureDays?: string },
): Promise<Money> {
  const terms = await getMoneyTerms({ store }, projectId);
  const asked = matureDays === undefined ? null : readTerm("matureDays", matureDays);
  if (asked && "issue" in asked) throw invalidInput("matureDays", asked.issue);
  const maturity = {
    asOf: now(),
    matureDays: asked ? asked.value : (terms ?? exampleTerms).matureDays,
  };
  const range = { from: period === "all" ? 0 : now() - Number(period) * dayMs, to: now() + 1 };
  const known = await knownByScore(projectId, range, maturity, store);
  return { terms, ...range, matureDays: maturity.matureDays, known };
}
