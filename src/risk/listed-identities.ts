/**
 * Which entries of a project's lists apply to an attempt. The numbers of all entries are in memory, so
 * that an attempt that is not listed costs no read; where one of its numbers is among them, the entries
 * are read from the store. A request carries the version that the lists had when its key was read, and
 * waits until the memory has that version: an entry applies to each request that arrives after it was
 * added, on every copy. An archived one applies to none, since what is found in memory is read again.
 */
import { NumberSet } from "../base/number-set.ts";
import { erasedKinds, erasedNumber } from "../storage/port/erasures.ts";
import {
  entriesAfter,
  type ListEntryRecord,
  type ListMatch,
  listTypes,
} from "../storage/port/lists.ts";
import type { Store } from "../storage/port/store.ts";
import type { Identities } from "../storage/port/velocity.ts";
import { inOrder } from "./order-of-decision.ts";
import { networkIdentity } from "./velocity/identities.ts";

/** What is known of an attempt that the lists are about. */
export interface ListedAttempt {
  /** Unix ms: entries that have expired by then do not apply. */
  at: number;
  identities: Identities;
  /** The visitor's address; null where it is unknown, or the device is a kiosk. */
  ip: string | null;
}

export interface ListedIdentities {
  /**
   * The entries that apply to an attempt, in the order of decision.
   * @param version of the project's lists, as read after the request arrived; 0 where they never had
   *   an entry.
   */
  matching(
    projectId: string,
    version: number,
    attempt: ListedAttempt,
  ): readonly ListMatch[] | Promise<readonly ListMatch[]>;
  /** Reads the lists of all projects: before a service answers its first request. */
  load(): Promise<void>;
}

const none: readonly ListMatch[] = [];

export function listedIdentities(store: Pick<Store, "lists" | "decisions">): ListedIdentities {
  const projects = new Map<string, ProjectLists>();

  function listsOf(projectId: string): ProjectLists {
    let lists = projects.get(projectId);
    if (!lists) {
      lists = new ProjectLists(projectId, store);
      projects.set(projectId, lists);
    }
    return lists;
  }

  return {
    matching(projectId, version, attempt) {
      if (version === 0) return none;
      const lists = listsOf(projectId);
      if (lists.version >= version) return lists.matching(attempt);
      return lists.reach(version).then(() => lists.matching(attempt));
    },
    async load() {
      for (const { projectId, version } of await store.lists.projects()) {
        await listsOf(projectId).reach(version);
      }
    },
  };
}

class ProjectLists {
  /** All entries up to this version are in memory. */
  version = 0;
  readonly #projectId: string;
  readonly #store: Pick<Store, "lists" | "decisions">;
  /** Also of entries that were archived since, until the process ends: the store says so then. */
  readonly #numbers = new NumberSet();
  /** The prefixes of the networks, such as `4/24`. */
  readonly #networks = new Set<string>();
  /** The keys of those that are kept of erased guests: one for all erasures of a data folder. */
  readonly #hashKeys = new Set<string>();
  #reading: Promise<void> | null = null;

  constructor(projectId: string, store: Pick<Store, "lists" | "decisions">) {
    this.#projectId = projectId;
    this.#store = store;
  }

  /** Resolves once the memory has a version. One read at a time. */
  async reach(version: number): Promise<void> {
    while (this.version < version) {
      this.#reading ??= this.#read(version).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
  }

  /** @param version that was committed: all entries up to it are found. */
  async #read(version: number): Promise<void> {
    let last = version;
    for await (const page of entriesAfter(this.#store.lists, this.#projectId, this.version)) {
      for (const { identity, network, hashKey, archivedAt } of page) {
        if (archivedAt !== null) continue;
        this.#numbers.add(identity);
        if (network !== null) this.#networks.add(network);
        if (hashKey !== null) this.#hashKeys.add(hashKey);
      }
      // There may be entries that were added since: then all of them are in these pages.
      last = Math.max(last, page.at(-1)!.version);
      await nextTurn();
    }
    this.version = last;
  }

  matching(attempt: ListedAttempt): readonly ListMatch[] | Promise<readonly ListMatch[]> {
    const listed = this.#listed(attempt);
    return listed === null ? none : this.#entries(listed, attempt.at);
  }

  /** The attempt's numbers that entries have; null where there are none. */
  #listed({ identities, ip }: ListedAttempt): number[] | null {
    let listed: number[] | null = null;
    const look = (number: number | null | undefined) => {
      if (number === null || number === undefined || !this.#numbers.has(number)) return;
      listed ??= [];
      listed.push(number);
    };
    for (const kind of listTypes) look(identities[kind]);
    if (ip !== null) {
      for (const network of this.#networks) look(networkIdentity(this.#projectId, ip, network));
    }
    for (const key of this.#hashKeys) {
      for (const kind of erasedKinds) {
        const number = identities[kind] ?? null;
        if (number !== null) look(erasedNumber(key, this.#projectId, number));
      }
    }
    return listed;
  }

  async #entries(identities: readonly number[], at: number): Promise<readonly ListMatch[]> {
    const found = await this.#store.lists.withIdentities(this.#projectId, identities);
    const current = found.filter((entry) => isCurrent(entry, at));
    const used = await this.#usedPasses(current);
    const applying = current.filter(({ id }) => !used.has(id));
    return inOrder(applying.map(matchOf));
  }

  async #usedPasses(entries: readonly ListEntryRecord[]): Promise<ReadonlyMap<string, string>> {
    const passes = entries.filter(({ kind }) => kind === "pass").map(({ id }) => id);
    if (passes.length === 0) return new Map();
    return this.#store.decisions.usedPasses(this.#projectId, passes);
  }
}

function matchOf({ id, kind, version, review }: ListEntryRecord): ListMatch {
  const match = { kind, entryId: id, version };
  return review ? { ...match, review } : match;
}

/** Whether an entry applies at a time, Unix ms. */
export function isCurrent(
  { archivedAt, expiresAt }: Pick<ListEntryRecord, "archivedAt" | "expiresAt">,
  at: number,
): boolean {
  return archivedAt === null && (expiresAt === null || expiresAt > at);
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
