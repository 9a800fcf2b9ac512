/** A project's decisions for people: found, listed page by page, and what is linked with one. */

import { parseDecisionId } from "../risk/decision.ts";
import type { DecisionFilter, LinkCount, LinkKind } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
import type { Moment } from "../storage/velocity.ts";
import { identityOfText, type SearchedKind } from "../velocity/identities.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { type Hotels, hotelsOf } from "./hotels.ts";
import { isPersonal, type Reading, type ReadingKind, readingsOf } from "./readings.ts";
import { type DecisionRow, rowOf } from "./rows.ts";
import { type View, viewRanges } from "./view.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** "Near" among links: as far back as scoring looks. */
const linkedWithinMs = 30 * dayMs;
/** Rows of a page at most. */
export const pageMax = 500;
/** Countries in which a phone is looked for that has no country's code. */
const phoneCountriesMax = 5;

export interface DecisionPage {
  rows: DecisionRow[];
  /** For the page behind this one; null at the end. */
  next: string | null;
}

/** What a text was understood as and led to. */
export interface Found {
  by: ReadingKind;
  text: string;
  /** The newest of them, and whether there are more. */
  newest: DecisionRow;
  more: boolean;
}

export interface LinkedRow extends DecisionRow {
  shares: LinkKind[];
  /** Days from the decision that was asked for; below zero: before. */
  days: number;
}

/** The cursor is not one of this list. */
export class StrangeCursor extends Error {}

export type Decisions = ReturnType<typeof decisionsOf>;

export function decisionsOf(store: Pick<Store, "search">, now: () => number = Date.now) {
  const hotels = hotelsOf(store, now);

  /** Where a project's guests phone from, the most first. */
  async function phoneCountries(projectId: string): Promise<string[]> {
    const range = { from: 0, to: now() + dayMs };
    const found = await store.search.byPlace(projectId, "phone", range, phoneCountriesMax);
    return found.map(({ place }) => String(place));
  }

  /** Null where nothing can fit. */
  async function filterOf(projectId: string, view: View): Promise<DecisionFilter | null> {
    const filter = plainFilter(view, now());
    const groups: number[][] = [];
    if (view.find) {
      const typed = `${view.find.by}:${view.find.text}`;
      const countries = view.find.by === "phone" ? await phoneCountries(projectId) : [];
      const [reading] = readingsOf(typed, countries);
      const found = reading && (await filterOfReading(projectId, reading, hotels));
      if (!found) return null;
      const { identities = [], ...exactly } = found;
      groups.push(...identities.map((group) => [...group]));
      Object.assign(filter, exactly);
    }
    if (view.hotel !== undefined) groups.push(await hotels.named(projectId, view.hotel));
    return groups.length === 0 ? filter : { ...filter, identities: groups };
  }

  async function page(
    projectId: string,
    { view, cursor, limit }: { view: View; cursor?: string | null; limit: number },
    personal: boolean,
  ): Promise<DecisionPage> {
    let before: Moment | null = null;
    if (cursor) {
      before = readCursor(projectId, view, cursor);
      if (!before) throw new StrangeCursor("the cursor is not one of this list");
    }
    const filter = await filterOf(projectId, view);
    if (!filter) return { rows: [], next: null };
    const wanted = Math.min(Math.max(1, Math.trunc(limit)), pageMax);
    const found = await store.search.list(projectId, filter, before, wanted + 1);
    const rows = found.slice(0, wanted);
    const last = rows.at(-1);
    return {
      rows: rows.map((record) => rowOf(record, personal)),
      next: found.length > wanted && last ? cursorOf(projectId, view, last) : null,
    };
  }

  return {
    page,
    hotels,

    /**
     * Every way to understand a text that leads to a decision, the likeliest first. By what a
     * guest is known only for who may see guests' data: that there is a decision tells of them.
     */
    async find(projectId: string, text: string, personal: boolean): Promise<Found[]> {
      const readings = readingsOf(text, await phoneCountries(projectId));
      const found: Found[] = [];
      for (const reading of readings) {
        if (isPersonal(reading.by) && !personal) continue;
        const meant = { by: reading.by, text: reading.text };
        const { rows, next } = await page(projectId, { view: { find: meant }, limit: 1 }, personal);
        const [newest] = rows;
        if (newest) found.push({ ...meant, newest, more: next !== null });
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

function plainFilter(view: View, now: number): DecisionFilter {
  const { level, action, setting, source, outcome, telemetry, scoreFrom, scoreTo } = view;
  const [name, version] = view.model?.split("@") ?? [];
  const from = Math.max(view.from ?? 0, view.last ? now - viewRanges[view.last] * dayMs : 0);
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

const searchedKinds: Partial<Record<ReadingKind, SearchedKind>> = {
  email: "email",
  phone: "phone",
  address: "ip",
  device: "device",
  collection: "collection",
  booker: "booker",
  name: "name",
};

async function filterOfReading(
  projectId: string,
  { by, texts }: Reading,
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
