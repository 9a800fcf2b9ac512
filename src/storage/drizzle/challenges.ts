/** Challenges: which project has one, and those of the past. */
import { and, desc, eq, isNull } from "drizzle-orm";
import type { ChallengeRecord } from "../port/challenges.ts";
import type { ModelStore } from "../port/models.ts";
import { mayScore } from "./may-score.ts";
import { type Changes, type Db, first, isAny, rows, type Table, type Uses } from "./uses.ts";

export interface ChallengeTables {
  challenges: Table<"id" | "projectId" | "name" | "version" | "startedAt" | "endedAt">;
  models: Table<"name" | "version" | "ownerProjectId" | "retiredAt">;
}

export function challengeUses({ challenges, models }: ChallengeTables) {
  const { id, projectId, endedAt } = challenges;

  const running = (db: Db) =>
    rows<ChallengeRecord>(db.select().from(challenges).where(isNull(endedAt)));

  const uses = {
    findChallenge: (db, wanted) =>
      first<ChallengeRecord>(db.select().from(challenges).where(eq(id, wanted))),

    challengesBy: (db, project, name, version) =>
      rows<ChallengeRecord>(
        db
          .select()
          .from(challenges)
          .where(
            and(eq(projectId, project), eq(challenges.name, name), eq(challenges.version, version)),
          )
          .orderBy(desc(challenges.startedAt), desc(id)),
      ),
  } satisfies Uses<ModelStore>;

  const changes = {
    *startChallenge(db, challenge) {
      if (!(yield* mayScore(models, db, challenge))) return false;
      const insert = db.insert(challenges).values({ ...challenge });
      return yield* isAny(insert.onConflictDoNothing().returning({ id }));
    },

    *endChallenge(db, { id: ended, ...change }) {
      const one = and(eq(id, ended), isNull(endedAt));
      const update = db.update(challenges).set(change).where(one);
      return yield* isAny(update.returning({ id }));
    },
  } satisfies Changes<ModelStore>;

  return { running, uses, changes };
}
