/**
 * Attempts that this copy is deciding. The database gives each its place in the order of its project's
 * attempts, whichever copy opened them, and shows it to every later one.
 */
import type { NewDecision } from "../port/decisions.ts";
import { clockDifferenceMs, StorageUnavailable } from "../port/store.ts";
import type {
  History,
  Moment,
  OpenAttemptStore,
  OpenedAttempt,
  OpeningAttempt,
  VelocityStore,
} from "../port/velocity.ts";
import { arrayParameter, places, textArrayParameter } from "./array-parameter.ts";
import type { Connection } from "./connection.ts";
import { hotelDayReads } from "./events/hotel-days.ts";
import { groupWriter } from "./group-writer.ts";
import { jsonParameter } from "./json-parameter.ts";
import { type Asked, KnownPast, type PastAnswer } from "./known-past.ts";
import { heartbeat } from "./shared/copies.ts";
import { sightingText } from "./sighting-text.ts";
import { type CountedOutcomes, identityList, outcomeCounts, velocityStore } from "./velocity.ts";

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

/** As `open_attempts_7` returns it. */
interface Answer extends PastAnswer {
  opened: [
    n: number,
    at: number | null,
    key: "used" | "open" | null,
    outcomes: CountedOutcomes | null,
  ][];
}

/** Its idempotency key is in use, or it was opened. */
type Opening =
  | { key: "used" | "open" }
  | { key: null; at: number; history: Omit<History, "days">; late: number };

export interface OpenAttempts extends OpenAttemptStore {
  isOpen(attempt: NewDecision): boolean;
  /** One that was committed, or refused, is not open any more. */
  ended(attempt: NewDecision, isStored: boolean): void;
  /** Closes those of dead copies, and those that are open for too long. */
  closeAbandoned(): Promise<void>;
}

/** @param copy the name of this copy, see shared/copies.ts; null for a process that is none. */
export function openAttempts({ sql }: Connection, copy: string | null): OpenAttempts {
  const days = hotelDayReads({ sql });
  const open = new Set<string>();
  const nameOf = (projectId: string, { at, tie }: Moment) => `${projectId} ${at} ${tie}`;
  const past = new KnownPast();
  const opener = openingWriter({ sql }, copy, past);
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
      const opening = await opener.write(attempt);
      if (opening.key === "used") return null;
      if (opening.key === null) {
        const { projectId, identities, sighting } = attempt;
        const { at, history, late } = opening;
        const moment = { at, tie: sighting.tie };
        open.add(nameOf(projectId, moment));
        try {
          const ofHotel = await days.find(projectId, identities.hotel, at, late);
          return { at, history: { ...history, days: ofHotel } };
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
    past.ended(projectId, { at, tie }, null);
    closer.write({ project: projectId, at, tie }).catch(() => {}); // Then it is closed as abandoned.
  }

  return {
    open: opened,
    close,
    isOpen: ({ decision, sighting }) => open.has(nameOf(decision.projectId, sighting)),
    ended({ decision, sighting }, isStored) {
      open.delete(nameOf(decision.projectId, sighting));
      past.ended(decision.projectId, sighting, isStored ? decision.riskScore : null);
    },
    async closeAbandoned() {
      await sql("SELECT close_abandoned_1($1, $2)", [heartbeat.silentMs, openMaxMs]);
    },
  };
}

/** Opens groups of attempts, each in one round trip. */
function openingWriter({ sql }: Pick<Connection, "sql">, copy: string | null, past: KnownPast) {
  const velocity = velocityStore({ sql });
  return groupWriter<OpeningAttempt, Opening>(
    async (group) => {
      const asked = past.ask(group);
      const [row] = await sql<{ answer: string }>(
        `SELECT open_attempts_7(${places(21)}) AS answer`,
        [...givenOf(group, asked), ...parametersOf(asked), clockDifferenceMs, copy],
      );
      const answer = JSON.parse(row!.answer) as Answer;
      return openingsOf(group, { past, velocity, asked, answer });
    },
    { max: groupMax, under: 2, nameOf: keyNameOf },
  );
}

/** What came before each that was opened: from memory, and from the store where that does not have all of it. */
async function openingsOf(
  group: readonly OpeningAttempt[],
  given: { past: KnownPast; velocity: Pick<VelocityStore, "asOf">; asked: Asked; answer: Answer },
): Promise<Opening[]> {
  const { past, velocity, asked } = given;
  const { opened, ...answer } = given.answer;
  const all = opened.toSorted(([a], [b]) => a - b);
  const placed = all.flatMap(([n, at]) => (at === null ? [] : [{ attempt: group[n]!, at }]));
  const seen =
    past.read(asked, answer, placed) ??
    (await Promise.all(
      placed.map(({ attempt: { projectId, identities, windowMs, sighting }, at }) =>
        velocity.asOf(projectId, identities, at - windowMs, { at, tie: sighting.tie }),
      ),
    ));
  let next = 0;
  return all.map(([n, at, key, outcomes]) => {
    if (at === null) return { key: key! };
    const late = answer.projects[asked.projects.indexOf(group[n]!.projectId)]![1];
    const counts = outcomes && outcomeCounts(outcomes);
    return { key: null, at, history: { ...seen[next++]!, outcomes: counts }, late };
  });
}

function givenOf(group: readonly OpeningAttempt[], { projects }: Asked): (string | Buffer)[] {
  const keys = group.map(({ idempotency }) => idempotency);
  return [
    arrayParameter(group.map(({ projectId }) => projects.indexOf(projectId) + 1)),
    arrayParameter(group.map(({ sighting }) => sighting.at)),
    arrayParameter(group.map(({ sighting }) => sighting.tie)),
    arrayParameter(group.map(({ windowMs }) => windowMs)),
    textArrayParameter(group.map(({ decisionId }) => decisionId)),
    textArrayParameter(group.map(({ identities }) => arrayParameter(identityList(identities)))),
    textArrayParameter(group.map(({ sighting }) => sightingText(sighting))),
    textArrayParameter(keys.map((key) => key?.keyHash)),
    arrayParameter(keys.map((key) => key?.since)),
  ];
}

function parametersOf({ projects, wanted, unscored }: Asked): (string | Buffer)[] {
  const all = [...wanted.values()];
  const moments = unscored.map(({ entry }) => entry.sighting);
  return [
    textArrayParameter(projects),
    arrayParameter(all.map(({ project }) => project + 1)),
    arrayParameter(all.map(({ identity }) => identity)),
    arrayParameter(all.map(({ isDated }) => isDated)),
    arrayParameter(all.map(({ known }) => known?.upTo.at)),
    arrayParameter(all.map(({ known }) => known?.upTo.tie)),
    arrayParameter(all.map(({ known }) => known?.revision)),
    arrayParameter(unscored.map(({ project }) => project + 1)),
    arrayParameter(moments.map(({ at }) => at)),
    arrayParameter(moments.map(({ tie }) => tie)),
  ];
}

function keyNameOf({ projectId, idempotency }: OpeningAttempt): string | null {
  return idempotency && `${projectId} ${idempotency.keyHash}`;
}
