/**
 * Attempts that this copy is deciding. The database gives each its place in the order of its project's
 * attempts, whichever copy opened them, and shows it to every later one.
 */
import type { NewDecision } from "../decisions.ts";
import { clockDifferenceMs, StorageUnavailable } from "../store.ts";
import type { Moment, OpenAttemptStore, OpenedAttempt, OpeningAttempt } from "../velocity.ts";
import type { Connection } from "./connection.ts";
import { hotelDayReads } from "./events/hotel-days.ts";
import { groupWriter } from "./group-writer.ts";
import { jsonParameter } from "./json-parameter.ts";
import { heartbeat } from "./shared/copies.ts";
import { sightingText } from "./sighting-text.ts";
import { historyFrom, identityList } from "./velocity.ts";

/** Attempts of one round trip. Others of the project wait while their histories are read. */
const groupMax = 64;
/** How long an attempt waits for another with the same idempotency key, and how often it looks, ms. */
const sameKey = { waitMs: 5000, lookMs: 25 } as const;
/**
 * An attempt that is open for longer is closed, and cannot be committed any more, whoever opened it. A
 * decision takes some milliseconds; a statement is given up after 5 seconds. Those of a copy that is known
 * to be dead are closed as soon as they are older than a copy may be silent.
 */
export const openMaxMs = 30_000;

interface Row {
  n: number;
  at: number | null;
  key: "used" | "open" | null;
  history: string | null;
  late: number | null;
}

export interface OpenAttempts extends OpenAttemptStore {
  isOpen(attempt: NewDecision): boolean;
  /** Those that were committed are not open any more. */
  committed(attempt: NewDecision): void;
  /** Closes those of dead copies, and those that are open for too long. */
  closeAbandoned(): Promise<void>;
}

/** @param copy the name of this copy, see shared/copies.ts; null for a process that is none. */
export function openAttempts({ sql }: Connection, copy: string | null): OpenAttempts {
  const days = hotelDayReads({ sql });
  const open = new Set<string>();
  const nameOf = (projectId: string, { at, tie }: Moment) => `${projectId} ${at} ${tie}`;
  const opener = groupWriter<OpeningAttempt, Row>(
    async (group) => {
      const rows = await sql<Row>(
        "SELECT n, at, key, history, late FROM open_attempts_5($1, $2, $3)",
        [jsonParameter(group.map(givenOf)), clockDifferenceMs, copy],
      );
      return rows.sort((a, b) => a.n - b.n);
    },
    { max: groupMax, under: 2, nameOf: keyNameOf },
  );
  const closer = groupWriter<{ project: string; at: number; tie: number }, void>(
    async (group) => {
      await sql("SELECT close_attempts_1($1)", [jsonParameter(group)]);
      return group.map(() => undefined);
    },
    { max: groupMax, under: 1 },
  );

  async function opened(attempt: OpeningAttempt): Promise<OpenedAttempt | null> {
    const deadline = performance.now() + sameKey.waitMs;
    for (;;) {
      const { at, key, history, late } = await opener.write(attempt);
      if (key === "used") return null;
      if (key === null) {
        const { projectId, identities, sighting } = attempt;
        const moment = { at: at!, tie: sighting.tie };
        open.add(nameOf(projectId, moment));
        try {
          const ofHotel = await days.find(projectId, identities.hotel, at!, late!);
          return { at: at!, history: { ...historyFrom(history!), days: ofHotel } };
        } catch (error) {
          close(projectId, moment);
          throw error;
        }
      }
      if (performance.now() > deadline) {
        throw new StorageUnavailable("another attempt with the same idempotency key is under way");
      }
      await new Promise((resolve) => setTimeout(resolve, sameKey.lookMs));
    }
  }

  function close(projectId: string, { at, tie }: Moment): void {
    if (!open.delete(nameOf(projectId, { at, tie }))) return;
    closer.write({ project: projectId, at, tie }).catch(() => {}); // Then it is closed as abandoned.
  }

  return {
    open: opened,
    close,
    isOpen: ({ decision, sighting }) => open.has(nameOf(decision.projectId, sighting)),
    committed: ({ decision, sighting }) => void open.delete(nameOf(decision.projectId, sighting)),
    async closeAbandoned() {
      await sql("SELECT close_abandoned_1($1, $2)", [heartbeat.silentMs, openMaxMs]);
    },
  };
}

function givenOf(attempt: OpeningAttempt, n: number) {
  const { projectId, decisionId, identities, sighting, windowMs, idempotency } = attempt;
  return {
    ...{ n, project: projectId, at: sighting.at, tie: sighting.tie, id: decisionId },
    ids: identityList(identities),
    sighting: sightingText(sighting),
    since: windowMs,
    keyHash: idempotency?.keyHash ?? null,
    usedSince: idempotency?.since ?? null,
  };
}

function keyNameOf({ projectId, idempotency }: OpeningAttempt): string | null {
  return idempotency && `${projectId} ${idempotency.keyHash}`;
}
