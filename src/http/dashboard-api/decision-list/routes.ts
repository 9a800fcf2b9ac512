/**
 * `/projects/:projectId/decisions`: search, lists and exports.
 *
 * A search term may be a guest's e-mail address or phone, and URLs end up in the logs of servers and
 * proxies. So everything that a user types is sent in a body, even where nothing is changed.
 */
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  type Decisions,
  decisionsOf,
  type Found,
  InvalidCursor,
} from "../../../decisions/decisions.ts";
import { type Hotels, hotelsOf } from "../../../decisions/hotels.ts";
import { blindSearch } from "../../../decisions/reviews/blind-outcomes.ts";
import type { DecisionRow } from "../../../decisions/rows.ts";
import { textMax } from "../../../decisions/search-terms.ts";
import type { Explainer } from "../../../model/reasons/explainer/explainer.ts";
import { leadingClause } from "../../../model/reasons/summary.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import { isSeenBy } from "../../../model/registry/roles.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import type { Actor } from "../../../storage/port/audit.ts";
import type { RouteDeps } from "../deps.ts";
import { type UserCaller, userGuard } from "../guards.ts";
import { ofProject } from "../schemas.ts";
import { pageRows, reasonsAhead } from "./ahead.ts";
import type { LookUps } from "./audited-find.ts";
import { exportDecisions } from "./export.ts";
import { type ExportOrders, exportOrders } from "./orders.ts";
import { SentView, viewOf } from "./sent-view.ts";

const ofOrder = Type.Object({ projectId: Type.String(), orderId: Type.String() });
/** Texts that are longer than a search term can find nothing; far longer ones are refused. */
const SearchText = Type.String({ maxLength: textMax * 4 });
const Cursor = Type.String({ maxLength: 100 });

/** How long a list waits for reasons that were not computed before, ms. The page asks again for those it lacks. */
const reasonsWaitMs = 500;

interface DecisionDeps extends RouteDeps {
  lookUps: LookUps;
  hotels: Hotels;
  orders: ExportOrders;
  explainAhead: ReturnType<typeof reasonsAhead>;
  /** The decisions as somebody is shown them. */
  decisionsFor: (reader: Actor) => Decisions;
}

export function decisionListRoutes(routeDeps: RouteDeps, lookUps: LookUps) {
  const { store, now, places } = routeDeps;
  const hotels = hotelsOf(store, now);
  const decisionsFor = (reader: Actor) =>
    decisionsOf({ search: blindSearch({ store, now }, reader) }, now, hotels);
  const orders = exportOrders(now, places);
  const explainAhead = reasonsAhead(routeDeps);
  const deps: DecisionDeps = { ...routeDeps, lookUps, hotels, orders, explainAhead, decisionsFor };
  return new Elysia({ prefix: "/projects/:projectId/decisions" })
    .use(userGuard(deps))
    .post(
      "/list",
      ({ caller, params, body }) => listDecisions(deps, caller, params.projectId, body),
      {
        params: ofProject,
        body: Type.Object({ view: SentView, cursor: Type.Optional(Cursor) }),
      },
    )
    .post(
      "/find",
      ({ caller, params, body }) => findDecisions(deps, caller, params.projectId, body.text),
      { params: ofProject, body: Type.Object({ text: SearchText }) },
    )
    .post("/hotels", ({ params, body }) => suggestHotels(deps, params.projectId, body.text), {
      params: ofProject,
      body: Type.Object({ text: SearchText }),
    })
    .get("/models", ({ params }) => modelNames(deps, params.projectId), { params: ofProject })
    .post(
      "/exports",
      ({ caller, params, body }) => orderExport(deps, caller, params.projectId, body.view),
      { params: ofProject, body: Type.Object({ view: SentView }) },
    )
    .get(
      "/exports/:orderId",
      ({ caller, params }) =>
        exportDecisions({ ...deps, decisions: decisionsFor(caller.actor) }, caller, params),
      { params: ofOrder },
    );
}

function showsGuests({ grants }: Pick<UserCaller, "grants">, projectId: string): boolean {
  return isAllowed(grants, "guest.read", projectId);
}

/** What a typed text leads to. With permission for guests' data, looking for it is audited. */
async function findDecisions(
  { decisionsFor, lookUps }: DecisionDeps,
  caller: UserCaller,
  projectId: string,
  text: string,
): Promise<Found[]> {
  const personal = showsGuests(caller, projectId);
  if (personal) await lookUps.text(caller, projectId, text);
  return decisionsFor(caller.actor).find(projectId, text, personal);
}

export interface ListedRow extends DecisionRow {
  /** What the reasons in one sentence say first; null where they are not known, or not in time. */
  reason: string | null;
}

export interface DecisionList {
  rows: ListedRow[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
  /** The cursor did not belong to this list: these rows are the newest. */
  strangeCursor: boolean;
}

/** A page of a view, newest first. @throws Problem validation_failed, forbidden */
async function listDecisions(
  { decisionsFor, lookUps, explainer, explainAhead }: DecisionDeps,
  caller: UserCaller,
  projectId: string,
  sent: { view: SentView; cursor?: string },
): Promise<DecisionList> {
  const personal = showsGuests(caller, projectId);
  const view = viewOf(sent.view, personal);
  await lookUps.view(caller, projectId, view);
  const decisions = decisionsFor(caller.actor);
  const read = (cursor: string | null) =>
    decisions.page(projectId, { view, cursor, limit: pageRows }, personal);
  const pageFrom = async (cursor: string | null) => {
    const page = await read(cursor);
    const listed = { ...page, rows: await withReasons(explainer, projectId, page.rows) };
    const { next } = page;
    if (next !== null) void explainAhead(projectId, next, () => read(next));
    return listed;
  };
  try {
    return { ...(await pageFrom(sent.cursor ?? null)), strangeCursor: false };
  } catch (error) {
    if (!(error instanceof InvalidCursor)) throw error;
    return { ...(await pageFrom(null)), strangeCursor: true };
  }
}

async function withReasons(
  explainer: Pick<Explainer, "listed">,
  projectId: string,
  rows: readonly DecisionRow[],
): Promise<ListedRow[]> {
  const ids = rows.map(({ decisionId }) => decisionId);
  const known = await explainer.listed(projectId, ids, reasonsWaitMs);
  const clauses = new Map(known.map((one) => [one.decisionId, leadingClause(one.summary)]));
  return rows.map((row) => ({ ...row, reason: clauses.get(row.decisionId) ?? null }));
}

const suggestionsMax = 8;

export interface SuggestedHotel {
  /** How a view names the hotel: by the most exact name that it has. */
  text: string;
  name: string;
  country: string;
}

/** A project's hotels with a text in their name or identifiers. */
async function suggestHotels(
  { hotels }: DecisionDeps,
  projectId: string,
  text: string,
): Promise<SuggestedHotel[]> {
  const found = await hotels.like(projectId, text.trim(), suggestionsMax);
  return found.map(({ referenceId, giataId, name, country }) => ({
    text: referenceId || giataId || name,
    name,
    country,
  }));
}

/** `name@version` of every model that the project sees, newest first. */
async function modelNames({ store }: DecisionDeps, projectId: string): Promise<string[]> {
  const models = await store.models.list();
  return models
    .filter((model) => isSeenBy(model, projectId))
    .sort((a, b) => b.installedAt - a.installedAt)
    .map(fullName);
}

/** @returns by what the file can be fetched, once. @throws Problem validation_failed, forbidden */
function orderExport(
  { orders }: DecisionDeps,
  caller: UserCaller,
  projectId: string,
  sent: SentView,
): { orderId: string } {
  const view = viewOf(sent, showsGuests(caller, projectId));
  return { orderId: orders.add({ userId: caller.user.id, projectId, view }) };
}
