/** A project's decisions for people: search, lists by page, and linked decisions. */

import { dayMs } from "../base/durations.ts";
import { parseDecisionId } from "../risk/decision.ts";
import { identityOfText, type SearchedKind } from "../risk/velocity/identities.ts";
import type { DecisionFilter, LinkCount, LinkKind } from "../storage/port/search.ts";
import type { Store } from "../storage/port/store.ts";
import type { Moment } from "../storage/port/velocity.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { type Hotels, hotelsOf } from "./hotels.ts";
import { startOfLast } from "./last-days.ts";
import { type DecisionRow, rowOf } from "./rows.ts";
import { isPersonal, type SearchKind, type SearchTerm, searchTermsOf } from "./search-terms.ts";
import type { View } from "./view.ts";

/** Linked decisions are within this time of each other, which is the window of velocity. */
const linkedWithinMs = 30 * dayMs;
/** Rows of a page at most. */
export const pageMax = 500;
/** Countries where a phone number without a country code is searched for. */
const phoneCountriesMax = 5;

export interface DecisionPage {
  rows: DecisionRow[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/** An interpretation of a text, and what it found. */
export interface Found {
  by: SearchKind;
  text: string;
  /** The newest match, and whether there are more. */
  newest: DecisionRow;
  more: boolean;
}

export interface LinkedRow extends DecisionRow {
  shares: LinkKind[];
  /** Days from the requested decision; negative: before it. */
  days: number;
}

/** The cursor does not belong to this list. */
export class InvalidCursor extends Error {}

export type Decisions = ReturnType<typeof decisionsOf>;

/** @param hotels what is cached of them: given where the decisions are made for each reader. */
export function decisionsOf(
  store: Pick<Store, "search">,
  now: () => number = Date.now,
  hotels = hotelsOf(store, now),
) {
  const { phoneCountries, filterOf } = viewFilters(store, hotels, now);
  const page = pageReader(store, filterOf);

  return {
    page,

    /**
     * Every interpretation of a text that leads to a decision, the likeliest first. Guests' data
     * is searched only with the permission to see it: a match alone reveals it.
     */
    async find(projectId: string, text: string, personal: boolean): Promise<Found[]> {
      const terms = searchTermsOf(text, await phoneCountries(projectId));
      const found: Found[] = [];
      for (const term of terms) {
        if (isPersonal(term.by) && !personal) continue;
        const interpretation = { by: term.by, text: term.text };
        const { rows, next } = await page(
          projectId,
          { view: { find: interpretation }, limit: 1 },
          personal,
        );
        const [newest] = rows;
        if (newest) found.push({ ...interpretation, newest, more: next !== null });
      }
      return found;
    },

    /** Null where the project has no such decision. */
    async linked(
      projectId: string,
      decisionId: string,
      personal: boolean,
    ): Promise<{ counts: LinkCount[]; decisions: LinkedRow[] } | null> {
      const order = parseDecisionId(decisionId);
      const found = order && (await store.search.linked(projectId, decisionId, linkedWithinMs));
      if (!found) return null;
      const decisions = found.decisions.map((record) => ({
        ...rowOf(record, personal),
        shares: record.shares,
        days: (record.at - order.at) / dayMs,
      }));
      return { counts: found.counts, decisions };
    },

    /** All rows of a view, newest first, a page at a time: for an export. */
    async *all(projectId: string, view: View, personal: boolean): AsyncGenerator<DecisionRow[]> {
      let cursor: string | null = null;
      do {
        const found: DecisionPage = await page(
          projectId,
          { view, cursor, limit: pageMax },
          personal,
        );
        if (found.rows.length > 0) yield found.rows;
        cursor = found.next;
      } while (cursor !== null);
    },
  };
}

function pageReader(
  { search }: Pick<Store, "search">,
  filterOf: ReturnType<typeof viewFilters>["filterOf"],
) {
  return async function page(
    projectId: string,
    { view, cursor, limit }: { view: View; cursor?: string | null; limit: number },
    personal: boolean,
  ): Promise<DecisionPage> {
    let before: Moment | null = null;
    if (cursor) {
      before = readCursor(projectId, view, cursor);
      if (!before) throw new InvalidCursor("the cursor does not belong to this list");
    }
    const filter = await filterOf(projectId, view);
    if (!filter) return { rows: [], next: null };
    const wanted = Math.min(Math.max(1, Math.trunc(limit)), pageMax);
    const found = await search.list(projectId, filter, before, wanted + 1);
    const rows = found.slice(0, wanted);
    const last = rows.at(-1);
    return {
      rows: rows.map((record) => rowOf(record, personal)),
      next: found.length > wanted && last ? cursorOf(projectId, view, last) : null,
    };
  };
}

/** What of the store a view selects. */
function viewFilters(store: Pick<Store, "search">, hotels: Hotels, now: () => number) {
  /** The countries of a project's phone numbers, the most common first. */
  async function phoneCountries(projectId: string): Promise<string[]> {
    const range = { from: 0, to: now() + dayMs };
    const found = await store.search.byPlace(projectId, "phone", range, phoneCountriesMax);
    return found.map(({ place }) => String(place));
  }

  /** Null where nothing can match. */
  async function filterOf(projectId: string, view: View): Promise<DecisionFilter | null> {
    const filter = plainFilter(view, now());
    const groups: number[][] = [];
    if (view.find) {
      const typed = `${view.find.by}:${view.find.text}`;
      const countries = view.find.by === "phone" ? await phoneCountries(projectId) : [];
      const [term] = searchTermsOf(typed, countries);
      const found = term && (await filterOfTerm(projectId, term, hotels));
      if (!found) return null;
      const { identities = [], ...exactly } = found;
      groups.push(...identities.map((group) => [...group]));
      Object.assign(filter, exactly);
    }
    if (view.same) {
      const { decisionId, kind } = view.same;
      const identity = await store.search.identityOf(projectId, decisionId, kind);
      if (identity === null) return null;
      groups.push([identity]);
    }
    if (view.hotel !== undefined) groups.push(await hotels.named(projectId, view.hotel));
    return groups.length === 0 ? filter : { ...filter, identities: groups };
  }

  return { phoneCountries, filterOf };
}

function plainFilter(view: View, now: number): DecisionFilter {
  const { level, action, setting, source, outcome, telemetry, scoreFrom, scoreTo } = view;
  const [name, version] = view.model?.split("@") ?? [];
  const from = Math.max(view.from ?? 0, view.last ? startOfLast(view.last, now) : 0);
  return {
    from,
    ...(view.to !== undefined && { to: view.to }),
    ...(level && { riskLevel: level }),
    ...(action && { suggestedAction: action }),
    ...(setting && { riskSetting: setting }),
    ...(source && { source }),
    ...(outcome && { outcomes: outcome.map((one) => (one === "none" ? null : one)) }),
    ...(telemetry && { seen: telemetry === "seen" }),
    ...(scoreFrom !== undefined && { scoreFrom }),
    ...(scoreTo !== undefined && { scoreTo }),
    ...(name && { modelName: name }),
    ...(version && { modelVersion: version }),
  };
}

const searchedKinds: Partial<Record<SearchKind, SearchedKind>> = {
  email: "email",
  phone: "phone",
  address: "ip",
  device: "device",
  collection: "collection",
  booker: "booker",
  name: "name",
  card: "card",
};

async function filterOfTerm(
  projectId: string,
  { by, texts }: SearchTerm,
  hotels: Hotels,
): Promise<DecisionFilter | null> {
  if (by === "request") return { requestId: texts[0]! };
  if (by === "decision") {
    const { at, tie } = parseDecisionId(texts[0]!)!;
    return { moment: { at, tie } };
  }
  if (by === "hotel") return { identities: [await hotels.named(projectId, texts[0]!)] };
  const kind = searchedKinds[by]!;
  return { identities: [texts.map((text) => identityOfText(projectId, kind, text))] };
}
