/** Compares what a round's calls acknowledged with the data folder, while the restarted service runs on it. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Ledger, SentBooking, Tallies, Tally } from "./ledger.ts";
import { book, reportOutcome, type Target } from "./load.ts";

interface StoredDecision {
  id: string;
  riskScore: number;
  suggestedAction: string;
}

/** Repeats every call that a merchant may safely repeat, then counts rows. */
export async function checkCalls(
  dataFolder: string,
  target: Target,
  ledger: Ledger,
  tallies: Tallies,
): Promise<void> {
  const database = new Database(join(dataFolder, "events.db"), { readonly: true });
  database.run("PRAGMA busy_timeout = 10000");
  try {
    const kept = decisionsOf(database, ledger.round);
    const repeated = await repeatCalls(target, ledger);
    const stored = decisionsOf(database, ledger.round);
    checkDecisions(ledger, { kept, repeated, stored }, tallies.decision);
    checkOutcomes(database, ledger, tallies.outcome);
    checkBatches(database, ledger, tallies.batch);
  } finally {
    database.close();
  }
}

/** The answers of the repeated bookings by request ID; null where one was refused. */
async function repeatCalls(
  target: Target,
  { bookings, outcomes }: Ledger,
): Promise<Map<string, string | null>> {
  const repeated = new Map<string, string | null>();
  const keyed = bookings.filter(({ idempotencyKey }) => idempotencyKey !== null);
  await inParallel(keyed, async (sent) => {
    repeated.set(sent.requestId, (await book(target, sent))?.decisionId ?? null);
  });
  await inParallel(
    outcomes.filter(({ isAcknowledged }) => isAcknowledged),
    async ({ decisionId, report }) => {
      await reportOutcome(target, decisionId, report);
    },
  );
  return repeated;
}

async function inParallel<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** A round's decisions: what the kill left, what repeating was answered with, and what is stored now. */
interface AfterKill {
  kept: ReadonlyMap<string, readonly StoredDecision[]>;
  repeated: ReadonlyMap<string, string | null>;
  stored: ReadonlyMap<string, readonly StoredDecision[]>;
}

function checkDecisions(
  { bookings }: Ledger,
  { kept, repeated, stored }: AfterKill,
  tally: Tally,
): void {
  for (const sent of bookings) {
    const rows = stored.get(sent.requestId) ?? [];
    tally.sent += 1;
    tally.acknowledged += Number(sent.answer !== null);
    tally.doubled += Number(rows.length > 1);
    const repeat = repeated.get(sent.requestId);
    if (sent.answer) {
      const row = rows.find(({ id }) => id === sent.answer!.decisionId);
      tally.lost += Number(!row || (repeat !== undefined && repeat !== sent.answer.decisionId));
      tally.half += Number(row !== undefined && !isSame(row, sent));
    } else {
      tally.unacknowledged += kept.get(sent.requestId)?.length ?? 0;
      tally.half += Number(repeat !== undefined && rows[0]?.id !== repeat);
    }
  }
}

/** The decisions of a round by request ID. */
function decisionsOf(database: Database, round: number): Map<string, StoredDecision[]> {
  const rows = database
    .query<StoredDecision & { requestId: string }, [string, string]>(
      `SELECT request_id AS requestId, id, risk_score AS riskScore,
         suggested_action AS suggestedAction
       FROM decisions WHERE request_id >= ? AND request_id < ?`,
    )
    .all(`kill-${round}-`, `kill-${round}.`);
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

function isSame(row: StoredDecision, { answer }: SentBooking): boolean {
  return row.riskScore === answer!.riskScore && row.suggestedAction === answer!.suggestedAction;
}

function checkOutcomes(database: Database, { outcomes }: Ledger, tally: Tally): void {
  const find = database.query<{ count: number }, [string, string]>(
    "SELECT count(*) AS count FROM outcomes WHERE decision_id = ? AND request_id = ?",
  );
  for (const { decisionId, requestId, isAcknowledged } of outcomes) {
    const { count } = find.get(decisionId, requestId)!;
    tally.sent += 1;
    tally.acknowledged += Number(isAcknowledged);
    tally.lost += Number(isAcknowledged && count === 0);
    tally.doubled += Number(count > 1);
    tally.unacknowledged += Number(!isAcknowledged && count > 0);
  }
}

/** A batch is a row, and is counted in its collection's summary by the same transaction. */
function checkBatches(database: Database, { batches }: Ledger, tally: Tally): void {
  const byCollection = Map.groupBy(batches, ({ collectionId }) => collectionId);
  const sequencesOf = database.query<{ sequence: number }, [string]>(
    "SELECT sequence FROM batches WHERE collection_id = ?",
  );
  const summaryOf = database.query<{ summary: string }, [string]>(
    "SELECT summary FROM collections WHERE id = ?",
  );
  for (const [collectionId, sent] of byCollection) {
    const stored = new Set(sequencesOf.all(collectionId).map(({ sequence }) => sequence));
    const record = summaryOf.get(collectionId);
    const counted = record ? (JSON.parse(record.summary) as { batches: number }).batches : 0;
    const acknowledged = sent.filter(({ isAcknowledged }) => isAcknowledged);
    tally.sent += sent.length;
    tally.acknowledged += acknowledged.length;
    tally.lost += acknowledged.filter(({ sequence }) => !stored.has(sequence)).length;
    tally.doubled += Number(counted > stored.size);
    tally.half += Number(counted < stored.size);
    tally.unacknowledged += stored.size - acknowledged.length;
  }
}
