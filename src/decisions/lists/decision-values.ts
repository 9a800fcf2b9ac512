/** What of a decision can be listed, and what each entry would have hit before it. */
import { dayMs } from "../../base/durations.ts";
import { isCurrent } from "../../risk/listed-identities.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import type { ListType } from "../../storage/port/lists.ts";
import type { Store } from "../../storage/port/store.ts";
import { identityValues } from "../identity-values.ts";
import { typedValue } from "./entry-input.ts";
import { hitLimits } from "./limits.ts";
import { type ListEntry, listEntry } from "./lists.ts";

/** Earlier decisions with a value: what an entry would have decided had it been there. */
export interface Hits {
  decisions: number;
  /** At least so many. */
  more: boolean;
  /** Of them: denied anyway; and, by the newest report, fraud and genuine guests. */
  denied: number;
  fraud: number;
  legitimate: number;
}

export interface ListableValue {
  type: ListType;
  value: string;
  hits: Hits;
  /** The entries that have this value now, oldest first. */
  entries: ListEntry[];
}

/**
 * The decision itself and what came after it are not counted: an entry that is made because of a fraud
 * would prove itself.
 * @returns empty where the guest's data was removed.
 */
export async function listableValues(
  { store, now }: { store: Pick<Store, "lists" | "search">; now: () => number },
  record: DecisionRecord,
): Promise<ListableValue[]> {
  const { projectId, decidedAt } = record;
  const values = valuesOf(record).flatMap(({ type, text }) => {
    const read = text ? typedValue(projectId, type, text) : null;
    return read ? [read] : [];
  });
  return Promise.all(
    values.map(async ({ type, value, identity }) => {
      const range = { from: decidedAt - hitLimits.days * dayMs, to: decidedAt };
      const filter = { ...range, identities: [[identity]] };
      const [found, entries] = await Promise.all([
        store.search.list(projectId, filter, null, hitLimits.counted + 1),
        store.lists.withIdentities(projectId, [identity]),
      ]);
      const current = entries.filter((entry) => isCurrent(entry, now()));
      return { type, value, hits: hitsOf(found), entries: current.map(listEntry) };
    }),
  );
}

/** The entries that have what the decision has of this kind now, oldest first; there are none of names and cards. */
export async function entriesOf(
  { store, now }: { store: Pick<Store, "lists">; now: () => number },
  record: DecisionRecord,
  kind: string,
): Promise<ListEntry[]> {
  const { projectId } = record;
  const of = valuesOf(record).find(({ type }) => type === kind);
  const read = of?.text ? typedValue(projectId, of.type, of.text) : null;
  if (!read) return [];
  const entries = await store.lists.withIdentities(projectId, [read.identity]);
  return entries.filter((entry) => isCurrent(entry, now())).map(listEntry);
}

function valuesOf(record: DecisionRecord): { type: ListType; text: string | undefined }[] {
  const { email, phone, booker, device, ip } = identityValues(record);
  return [
    { type: "email", text: email },
    { type: "domain", text: email?.slice(email.lastIndexOf("@") + 1) },
    { type: "phone", text: phone },
    { type: "booker", text: booker },
    { type: "device", text: device },
    { type: "ip", text: ip },
  ];
}

function hitsOf(found: readonly { suggestedAction: string; outcome: string | null }[]): Hits {
  const counted = found.slice(0, hitLimits.counted);
  const count = (is: (one: (typeof counted)[number]) => boolean) => counted.filter(is).length;
  return {
    decisions: counted.length,
    more: found.length > counted.length,
    denied: count(({ suggestedAction }) => suggestedAction === "deny"),
    fraud: count(({ outcome }) => outcome !== null && outcome !== "legitimate"),
    legitimate: count(({ outcome }) => outcome === "legitimate"),
  };
}
