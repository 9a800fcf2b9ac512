/**
 * Which portions of a table were found equal on both sides, noted at the destination: with a fingerprint of
 * the source's rows as they were then. While the source has the same one, the portion is still equal, since
 * only the move writes to the destination, and notes beforehand where it does.
 */
import type { Notes, Portion } from "./side.ts";
import type { MovedTable, Value } from "./tables.ts";

export interface Compared extends Portion {
  upTo: readonly Value[];
  rows: number;
  /** Null: it has to be compared again. */
  fingerprint: string | null;
}

export interface ComparedPortions {
  /** In order, without gaps, from the first row. */
  of(table: MovedTable): readonly Compared[];
  /** Before the destination is changed within a portion: whatever happens then, it is compared again. */
  doubt(table: MovedTable, portion: Compared): Promise<void>;
  /** Those into which a portion was divided, or the one that follows the last. */
  add(table: MovedTable, portions: readonly Compared[]): Promise<void>;
}

/** What is derived is compared every time: after a failure of the system it may have lost its newest rows. */
export const isNoted = ({ order, database }: MovedTable): boolean =>
  order.length > 0 && database !== "history";

export async function comparedPortions(notes: Notes): Promise<ComparedPortions> {
  const known = new Map(await notes.all());
  async function add({ name }: MovedTable, portions: readonly Compared[]): Promise<void> {
    const added = new Map(
      portions.map(({ after, ...rest }) => [nameOf(name, after), JSON.stringify(rest)]),
    );
    await notes.put(added);
    for (const [key, value] of added) known.set(key, value);
  }
  return {
    of({ name }) {
      const portions: Compared[] = [];
      for (let after: Portion["after"] = null; ; ) {
        const note = known.get(nameOf(name, after));
        if (note === undefined) return portions;
        const portion: Compared = { after, ...(JSON.parse(note) as Omit<Compared, "after">) };
        portions.push(portion);
        after = portion.upTo;
      }
    },
    async doubt(table, portion) {
      if (portion.fingerprint !== null) await add(table, [{ ...portion, fingerprint: null }]);
    },
    add,
  };
}

/** By where it begins: dividing a portion replaces its note by that of the first part. */
const nameOf = (table: string, after: Portion["after"]) => JSON.stringify([table, after]);
