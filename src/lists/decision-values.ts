/** What of a decision can be listed, and what each entry would have hit before it. */
import type { RiskRequest } from "../request/risk-request.ts";
import { isCurrent } from "../risk/listed-identities.ts";
import { wasAtKiosk } from "../risk/recompute.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import { isBlanked } from "../storage/guests.ts";
import type { ListType } from "../storage/lists.ts";
import type { Store } from "../storage/store.ts";
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
  if (isBlanked(record)) return [];
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

const dayMs = 24 * 60 * 60 * 1000;

/** At a kiosk neither the device nor the address is a guest's own, and no list asks for them. */
function valuesOf(record: DecisionRecord): { type: ListType; text: string | null | undefined }[] {
  const { booker } = JSON.parse(record.request) as RiskRequest;
  const evidence = JSON.parse(record.evidence) as {
    collection?: { lastDeviceId?: string | null; lastIp?: string | null } | null;
  };
  const seen = wasAtKiosk(record) ? null : evidence.collection;
  return [
    { type: "email", text: booker.email },
    { type: "domain", text: booker.email.slice(booker.email.lastIndexOf("@") + 1) },
    { type: "phone", text: booker.phone },
    { type: "booker", text: booker.referenceId },
    { type: "device", text: seen?.lastDeviceId },
    { type: "ip", text: seen?.lastIp },
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
