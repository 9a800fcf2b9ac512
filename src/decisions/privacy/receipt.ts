/** A receipt as text, to be printed and filed. */
import type { Receipt } from "./erase.ts";

export function receiptLines(receipt: Receipt): string[] {
  const facts = receiptFacts(receipt);
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return [...facts.map(([name, value]) => name.padEnd(width) + value), ...receiptNotes(receipt)];
}

export function receiptFacts(receipt: Receipt): [name: string, value: string][] {
  return [
    ["Erasure", receipt.erasureId],
    ["Project", receipt.projectId],
    ["Found by", receipt.kind],
    ["Keyed hash", receipt.digest],
    ["By", receipt.by],
    ["Requested", receipt.requestedAt],
    ["Done", receipt.finishedAt ?? "not yet: it is finished within ten minutes by the service"],
    ...Object.entries(receipt.erased ?? {}).map(([name, count]): [string, string] => [
      names[name as keyof typeof names],
      String(count),
    ]),
  ];
}

/** What is left to be done, in sentences. */
export function receiptNotes({ interrupted, files }: Receipt): string[] {
  return [
    ...(interrupted ? ["It was interrupted: what was deleted before is not counted."] : []),
    ...(files?.server
      ? [
          "The bytes of deleted rows stay in PostgreSQL's files until they are written over: run `guest compact` to " +
            "remove them. They stay in its write-ahead log until that is recycled, and in backups until those are removed.",
        ]
      : []),
    ...(files && !files.logs ? ["A log of the databases was in use: run `guest compact`."] : []),
    ...(files && files.copies?.length > 0
      ? [
          `Copies that may still contain the guest; delete them when you can: ${files.copies.join(", ")}.`,
        ]
      : []),
    ...(files && !files.withoutRemains
      ? ["Files of an older version may contain remains of deleted rows: run `guest compact`."]
      : []),
  ];
}

const names = {
  decisions: "Decisions",
  outcomes: "Outcomes",
  reasons: "Reasons",
  shadowScores: "Shadow scores",
  idempotencyKeys: "Idempotency keys",
  collections: "Visits",
  batches: "Telemetry batches",
  listEntries: "List entries",
  keptEntries: "Kept as keyed hashes",
  reviews: "Reviews",
} as const;
