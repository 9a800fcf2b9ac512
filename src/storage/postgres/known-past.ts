/**
 * What this copy has read of earlier attempts. Many attempts share a hotel, a mail domain or a network: their newest
 * attempts are kept, and the database returns only those that were opened since. It also counts what changes
 * otherwise; what was read before such a change is read again.
 */
import { RecentValues } from "../../base/recent-values.ts";
import { isBefore, type SightingValues, toSighting } from "../port/sighting.ts";
import {
  type DatedKind,
  datedKinds,
  type FirstSeen,
  type History,
  type IndexedKind,
  indexedKinds,
  type Moment,
  type OpeningAttempt,
  type Sighting,
  velocityLimits,
} from "../port/velocity.ts";

const { sightingsPerIdentity } = velocityLimits;
/** An identity with fewer attempts is as soon read again. */
const keptFrom = 4;
/** Attempts that all identities keep, some 300 bytes each. */
const keptMax = 100_000;
/** Attempts without a score, of which there are as many as are being decided. More are not kept. */
const unscoredMax = 10_000;

const dated: ReadonlySet<IndexedKind> = new Set(datedKinds);

/** An attempt. Its sighting is replaced when its score is known: whoever has read it keeps what they read. */
interface Entry {
  sighting: Sighting;
  /** This copy is deciding it, and will know its score. */
  isOwn: boolean;
}

/** The newest attempts with one identity, in order: all of them, or as many as an attempt sees. */
interface Past {
  /** Of the project's earlier attempts: it differs after any change but the opening of another one. */
  revision: number;
  entries: Entry[];
  /** None that was opened up to here is missing. */
  upTo: Moment;
  /** The first one, however long ago; null where there is none, or it was not asked for. */
  first: Moment | null;
}

interface Wanted {
  /** Its place in `projects`, from 0. */
  project: number;
  identity: number;
  isDated: boolean;
  known: Past | undefined;
}

/** What is asked for with a group of attempts. */
export interface Asked {
  projects: string[];
  wanted: Map<string, Wanted>;
  unscored: { project: number; name: string; entry: Entry }[];
}

/** As `open_attempts_7` returns it. */
export interface PastAnswer {
  projects: [revision: number, late: number][];
  past: [first: number | null, sightings: SightingValues[]][];
  scores: [which: number, score: number | null][];
}

/** An attempt that was opened. */
export interface Placed {
  attempt: OpeningAttempt;
  /** Its time. */
  at: number;
}

export type Seen = Pick<History, "sightings" | "firstSeen">;

const keyOf = (projectId: string, identity: number) => `${projectId} ${identity}`;
const nameOf = ({ at, tie }: Moment) => `${at} ${tie}`;

export class KnownPast {
  #pasts = new RecentValues<Past>(keptMax);
  /** By project and place. */
  readonly #unscored = new Map<string, Map<string, Entry>>();
  #unscoredCount = 0;

  ask(group: readonly OpeningAttempt[]): Asked {
    const projects = [...new Set(group.map(({ projectId }) => projectId))];
    const wanted = new Map<string, Wanted>();
    for (const { projectId, identities } of group) {
      const project = projects.indexOf(projectId);
      for (const kind of indexedKinds) {
        const identity = identities[kind];
        if (identity === undefined) continue;
        const key = keyOf(projectId, identity);
        if (wanted.has(key)) continue;
        const isDated = dated.has(kind);
        wanted.set(key, { project, identity, isDated, known: this.#pasts.get(key) });
      }
    }
    const waiting = projects.flatMap((id, project) =>
      [...(this.#unscored.get(id) ?? [])].flatMap(([name, entry]) =>
        entry.isOwn ? [] : [{ project, name, entry }],
      ),
    );
    return { projects, wanted, unscored: waiting };
  }

  /**
   * @returns what each of the attempts sees, all of which were opened in this order; null where the database has lost
   *   attempts that were read, as one that crashes may lose those that are being decided: then it is as if this copy
   *   knew nothing.
   */
  read(asked: Asked, answer: PastAnswer, opened: readonly Placed[]): Seen[] | null {
    for (const [which, score] of answer.scores) {
      const { project, name, entry } = asked.unscored[which]!;
      this.#scored(asked.projects[project]!, name, entry, score);
    }
    if (haveLost(asked, answer)) return null;
    const read = new Map<string, Past>();
    let next = 0;
    for (const [key, one] of asked.wanted) {
      const [first, values] = answer.past[next++]!;
      const revision = answer.projects[one.project]![0];
      const projectId = asked.projects[one.project]!;
      const entries = values.map((value) => this.#entryOf(projectId, toSighting(value), false));
      read.set(key, merged(one.known, { revision, first, entries }));
    }
    for (const placed of opened) this.#add(read, placed);
    const seen = opened.map((placed) => seenBy(read, placed));
    this.#keep(asked, read, opened);
    return seen;
  }

  /** An attempt of this copy is decided. @param score null: it is not stored. */
  ended(projectId: string, moment: Moment, score: number | null): void {
    const name = nameOf(moment);
    const entry = this.#unscored.get(projectId)?.get(name);
    if (!entry) return;
    if (score === null) entry.isOwn = false;
    else this.#scored(projectId, name, entry, score);
  }

  /** The same one for all of an attempt's identities, until it has a score. */
  #entryOf(projectId: string, sighting: Sighting, isOwn: boolean): Entry {
    const ofProject = this.#unscored.get(projectId);
    const name = nameOf(sighting);
    const known = ofProject?.get(name);
    if (known) return known;
    const entry = { sighting, isOwn };
    if (sighting.score !== null) return entry;
    if (ofProject) ofProject.set(name, entry);
    else this.#unscored.set(projectId, new Map([[name, entry]]));
    this.#unscoredCount += 1;
    return entry;
  }

  /** @param score null where the attempt is gone. */
  #scored(projectId: string, name: string, entry: Entry, score: number | null): void {
    if (score === null) this.#pasts = new RecentValues(keptMax);
    else entry.sighting = { ...entry.sighting, score };
    const ofProject = this.#unscored.get(projectId);
    if (!ofProject?.delete(name)) return;
    this.#unscoredCount -= 1;
    if (ofProject.size === 0) this.#unscored.delete(projectId);
  }

  /** An attempt that was just opened is one of the past of each of its identities. */
  #add(read: ReadonlyMap<string, Past>, { attempt, at }: Placed): void {
    const { projectId, identities, sighting } = attempt;
    const own = this.#entryOf(projectId, { ...sighting, at }, true);
    own.isOwn = true;
    const place = { at, tie: sighting.tie };
    for (const kind of indexedKinds) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const past = read.get(keyOf(projectId, identity))!;
      insert(past.entries, own);
      if (dated.has(kind)) past.first ??= place;
    }
  }

  #keep(asked: Asked, read: ReadonlyMap<string, Past>, opened: readonly Placed[]): void {
    const last = new Map<string, Moment>();
    for (const { attempt, at } of opened) {
      last.set(attempt.projectId, { at, tie: attempt.sighting.tie });
    }
    for (const [key, { project }] of asked.wanted) {
      const upTo = last.get(asked.projects[project]!);
      const past = read.get(key)!;
      if (!upTo || past.entries.length < keptFrom) continue;
      const newer = this.#pasts.get(key);
      if (newer && newer.revision === past.revision && isBefore(upTo, newer.upTo)) continue;
      const entries = past.entries.slice(-sightingsPerIdentity);
      this.#pasts.set(key, { ...past, entries, upTo }, entries.length);
    }
    if (this.#unscoredCount <= unscoredMax) return;
    this.#pasts = new RecentValues(keptMax);
    this.#unscored.clear();
    this.#unscoredCount = 0;
  }
}

/** Whether an attempt is gone although nothing was deleted. Attempts may have got places before it since. */
function haveLost({ wanted }: Asked, { projects, scores }: PastAnswer): boolean {
  if (scores.every(([, score]) => score !== null)) return false;
  const all = [...wanted.values()];
  return all.some(({ known, project }) => known?.revision === projects[project]![0]);
}

/**
 * A group that is asked for meanwhile has the same `known`, and may be answered before: it is left as it is.
 * @param read what was opened since then, or the newest of all where the project has changed meanwhile.
 */
function merged(
  known: Past | undefined,
  { revision, first, entries }: { revision: number; first: number | null; entries: Entry[] },
): Past {
  if (!known || known.revision !== revision) {
    const oldest = first === null ? null : { at: first, tie: -1 };
    return { revision, entries, upTo: { at: -1, tie: -1 }, first: oldest };
  }
  // There may be more than were read.
  if (entries.length === sightingsPerIdentity) return { ...known, entries };
  const all = [...known.entries];
  for (const entry of entries) insert(all, entry);
  return { ...known, entries: all };
}

/** In order, once. Nearly always it is the newest. */
function insert(entries: Entry[], entry: Entry): void {
  let end = entries.length;
  while (end > 0 && isBefore(entry.sighting, entries[end - 1]!.sighting)) end--;
  const before = entries[end - 1]?.sighting;
  const { at, tie } = entry.sighting;
  if (before && before.at === at && before.tie === tie) return;
  if (end === entries.length) entries.push(entry);
  else entries.splice(end, 0, entry);
}

function seenBy(read: ReadonlyMap<string, Past>, { attempt, at }: Placed): Seen {
  const { projectId, identities, sighting, windowMs } = attempt;
  const place = { at, tie: sighting.tie };
  const sightings: Partial<Record<IndexedKind, readonly Sighting[]>> = {};
  const firstSeen: { -readonly [Kind in DatedKind]?: number } = {};
  for (const kind of indexedKinds) {
    const identity = identities[kind];
    if (identity === undefined) continue;
    const { entries, first } = read.get(keyOf(projectId, identity))!;
    const newest = newestBefore(entries, place, at - windowMs);
    if (newest.length > 0) sightings[kind] = newest;
    if (first && isBefore(first, place) && dated.has(kind)) firstSeen[kind as DatedKind] = first.at;
  }
  return { sightings, firstSeen: firstSeen satisfies FirstSeen };
}

function newestBefore(entries: readonly Entry[], place: Moment, since: number): Sighting[] {
  let end = entries.length;
  while (end > 0 && !isBefore(entries[end - 1]!.sighting, place)) end--;
  let start = Math.max(0, end - sightingsPerIdentity);
  while (start < end && entries[start]!.sighting.at < since) start++;
  return entries.slice(start, end).map((entry) => entry.sighting);
}
