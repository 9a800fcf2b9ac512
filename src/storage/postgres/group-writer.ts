/**
 * Group commit: what is asked for while a round trip is under way goes into the next one. Nobody waits
 * for a group to fill.
 */
import { StorageUnavailable } from "../port/store.ts";

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Options<Item> {
  /** Items of one group at most. */
  max: number;
  /** Groups under way at once. Where the order of items matters, 1. */
  under: number;
  /** Two items of the same name are never in one group, nor under way at once. Null: any group. */
  nameOf?: (item: Item) => string | null;
}

export interface GroupWriter<Item, Result> {
  write(item: Item): Promise<Result>;
  waiting(): number;
  writing(): number;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

/** The database's error code in the message: it understood the group, and refused something in it. */
const refusal = /\((?!08|53|55|57|58|25006|XX)(?=[A-Z]*\d)[0-9A-Z]{5}\b/;
/** What waits for a round trip that failed after so long has waited long enough: it fails, too. */
export const patienceMs = 1000;

/**
 * @param perform writes a group, all of it or nothing. If the database refuses a group, each of its items
 *   is tried alone, so that a bad one harms no other.
 */
export function groupWriter<Item, Result>(
  perform: (items: readonly Item[]) => Promise<readonly Result[]>,
  { max, under, nameOf = () => null }: Options<Item>,
): GroupWriter<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const names = new Set<string>();
  let groups = 0;
  let writing = 0;
  let scheduled = false;
  let whenIdle: (() => void)[] = [];

  async function write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const start = performance.now();
    try {
      const results = await perform(group.map(({ item }) => item));
      for (const [i, { resolve }] of group.entries()) resolve(results[i]!);
    } catch (error) {
      const isRefused = error instanceof StorageUnavailable && refusal.test(error.message);
      if (group.length > 1 && isRefused) for (const one of group) await write([one]);
      else {
        for (const { reject } of group) reject(error);
        if (!isRefused && performance.now() - start > patienceMs) giveUp(error);
      }
    }
  }

  function giveUp(error: unknown): void {
    for (const { reject } of waiting) reject(error);
    waiting = [];
  }

  function next(): void {
    scheduled = false;
    while (groups < under && waiting.length > 0) {
      const [group, left] = divided(waiting, max, names, nameOf);
      waiting = left;
      if (group.length === 0) return;
      groups += 1;
      writing += group.length;
      write(group).finally(() => {
        groups -= 1;
        writing -= group.length;
        for (const { item } of group) {
          const name = nameOf(item);
          if (name !== null) names.delete(name);
        }
        next();
        if (groups > 0 || waiting.length > 0) return;
        for (const resolve of whenIdle) resolve();
        whenIdle = [];
      });
    }
  }

  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (scheduled || groups >= under) return;
        scheduled = true;
        setImmediate(next);
      }),
    waiting: () => waiting.length,
    writing: () => writing,
    idle: () =>
      groups === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => whenIdle.push(resolve)),
  };
}

/**
 * The next `max` in their order, but for those whose name is taken, and the rest.
 * @param names those that are taken; the names of the next are added.
 */
function divided<One extends { item: Item }, Item>(
  all: readonly One[],
  max: number,
  names: Set<string>,
  nameOf: (item: Item) => string | null,
): [next: One[], left: One[]] {
  const next: One[] = [];
  const left: One[] = [];
  for (const one of all) {
    const name = nameOf(one.item);
    if (next.length >= max || (name !== null && names.has(name))) left.push(one);
    else {
      if (name !== null) names.add(name);
      next.push(one);
    }
  }
  return [next, left];
}
