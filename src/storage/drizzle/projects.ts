/** Projects, and what is set for each. */
import { and, eq } from "drizzle-orm";
import type { ProjectChoices, ProjectRecord, ProjectStore } from "../port/projects.ts";
import {
  type Changes,
  type Db,
  equal,
  first,
  isAny,
  rows,
  run,
  type Table,
  type Use,
  type Uses,
} from "./uses.ts";

type Projects = Table<"id" | keyof ProjectChoices>;
type Change = Partial<Omit<ProjectRecord, "id"> & ProjectChoices>;

export function projectUses(projects: Projects) {
  const reads = {
    choices: (db, id) =>
      first<ProjectChoices>(
        db
          .select({
            moneyTerms: projects.moneyTerms,
            telemetryRetentionDays: projects.telemetryRetentionDays,
            decisionRetentionDays: projects.decisionRetentionDays,
            decisionRetentionKeeps: projects.decisionRetentionKeeps,
            baseRateBasis: projects.baseRateBasis,
            welcomeAgents: projects.welcomeAgents,
            kiosks: projects.kiosks,
            requiresSecondFactor: projects.requiresSecondFactor,
            reviewRules: projects.reviewRules,
            controlGroup: projects.controlGroup,
            attributes: projects.attributes,
          })
          .from(projects)
          .where(eq(projects.id, id)),
      ),

    *requiringSecondFactor(db) {
      const required = eq(projects.requiresSecondFactor, true);
      const found = yield* rows<{ id: string }>(
        db.select({ id: projects.id }).from(projects).where(required),
      );
      return found.map(({ id }) => id);
    },
  } satisfies Uses<ProjectStore>;

  /** @returns whether there is such a project. */
  function* changed(db: Db, id: string, change: Change): Use<boolean> {
    const changing = db.update(projects).set(change).where(eq(projects.id, id));
    return yield* isAny(changing.returning({ id: projects.id }));
  }

  const changes = {
    create: (db, project) => run(db.insert(projects).values({ ...project })),
    setRiskSetting: (db, id, riskSetting) => changed(db, id, { riskSetting }),
    setBaseRate: (db, id, baseRate, baseRateBasis) => changed(db, id, { baseRate, baseRateBasis }),
    rename: (db, id, name) => changed(db, id, { name }),
    setArchived: (db, id, archivedAt) => changed(db, id, { archivedAt }),
    *replaceChoices(db, id, { choices, before }) {
      const isReplaced = and(eq(projects.id, id), ...equal(projects, before));
      const changing = db.update(projects).set(choices).where(isReplaced);
      return yield* isAny(changing.returning({ id: projects.id }));
    },
    setRequiresSecondFactor: (db, id, requiresSecondFactor) =>
      changed(db, id, { requiresSecondFactor }),
    setTelemetryRetention: (db, id, telemetryRetentionDays) =>
      changed(db, id, { telemetryRetentionDays }),
  } satisfies Changes<ProjectStore>;

  return { reads, changes };
}
