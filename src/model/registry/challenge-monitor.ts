/** Ends the challenges of a running service whose challenger is worse, or that are over for another reason. */
import type { ChallengeEnd, ChallengeRecord } from "../../storage/port/challenges.ts";
import type { ModelRoles } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import { activeIn, end, isCurrent } from "./challenge.ts";
import { type ChallengeReport, challengeReport, challengeResults } from "./challenge-results.ts";
import { fullName, type ModelName } from "./model-name.ts";

export interface ChallengeMonitorDeps {
  store: Pick<Store, "decisions" | "models">;
  /** Whether there are any: without one, nothing is read. */
  hasChallenges: () => boolean;
  now: () => number;
  /** A clock for durations, ms. */
  passed: () => number;
  ended: (challenge: ChallengeRecord, because: ChallengeEnd) => void;
}

export interface ChallengeMonitor {
  /** Looks at all challenges; to be called periodically, on each copy. */
  check(stopped: () => boolean): Promise<void>;
  /** As `challengeReport`, for whoever asks often: with the results of the last count. */
  report(asked: { model: ModelName; projectId: string }): Promise<ChallengeReport>;
}

export function challengeMonitor(deps: ChallengeMonitorDeps): ChallengeMonitor {
  const { store, hasChallenges, now, ended } = deps;
  const resultsOf = pacedResults(deps);

  return {
    async check(stopped) {
      if (!hasChallenges()) return;
      const roles = await store.models.roles();
      for (const challenge of roles.challenges) {
        if (stopped()) return;
        const over = isOver(challenge, roles, now());
        const because = over ?? (await resultsOf(challenge)).worse;
        if (because === null) continue;
        const library = { store };
        const isEnded = await end({ library, now }, { name: "service" }, { challenge, because });
        if (isEnded) ended(challenge, because);
      }
    },

    report: (asked) => challengeReport(asked, store, resultsOf),
  };
}

/** After a challenge is counted, it rests for so many times as long: counting takes 2 % of a thread. */
const restFactor = 50;

interface Counting {
  results: ReturnType<typeof challengeResults>;
  /** When it is counted again. */
  dueAt: number;
}

/** The results of challenges, each counted once for all that wait for them, and not again while it rests. */
function pacedResults({ store, passed }: Pick<ChallengeMonitorDeps, "store" | "passed">) {
  const counted = new Map<string, Counting>();

  function count(challenge: ChallengeRecord): Counting["results"] {
    const from = passed();
    const counting: Counting = {
      results: challengeResults(challenge, store),
      dueAt: Number.POSITIVE_INFINITY,
    };
    counted.set(challenge.id, counting);
    const rest = () => {
      const to = passed();
      counting.dueAt = to + restFactor * (to - from);
    };
    const failed = () => counted.delete(challenge.id);
    counting.results.then(rest, failed);
    return counting.results;
  }

  return (challenge: ChallengeRecord) => {
    const known = counted.get(challenge.id);
    return known && passed() < known.dueAt ? known.results : count(challenge);
  };
}

function isOver(
  challenge: ChallengeRecord,
  roles: ModelRoles,
  at: number,
): "promoted" | "modelChanged" | "time" | null {
  if (!isCurrent(challenge, roles)) {
    const active = activeIn(roles, challenge.projectId);
    return active && fullName(active) === fullName(challenge) ? "promoted" : "modelChanged";
  }
  return at >= challenge.until ? "time" : null;
}
