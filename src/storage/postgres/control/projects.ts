import { and, asc, eq, getTableColumns, lt, lte, sql } from "drizzle-orm";
import type { AuditRecord } from "../../audit.ts";
import type { ProjectChoices, ProjectRecord, ProjectStore } from "../../projects.ts";
import type { Connection } from "../connection.ts";
import { audited } from "./audited.ts";
import { controlGroupMonths, projects } from "./schema.ts";

const {
  moneyTerms,
  telemetryRetentionDays,
  decisionRetentionDays,
  decisionRetentionKeeps,
  baseRateBasis,
  welcomeAgents,
  kiosks,
  requiresSecondFactor,
  reviewRules,
  controlGroup,
  listsVersion: _,
  webhookEvents: __,
  ...columns
} = getTableColumns(projects);
export const projectColumns = columns;

type Lists = "welcomeAgents" | "kiosks";
type Change = Partial<
  Omit<ProjectRecord, "id"> & Omit<ProjectChoices, Lists> & Record<Lists, string[]>
>;

export function projectStore(connection: Connection): ProjectStore {
  const { db } = connection;
  const changed = (id: string, change: Change, entry: AuditRecord | undefined) =>
    audited(connection, entry, async ({ db }) => {
      const rows = db.update(projects).set(change).where(eq(projects.id, id));
      return (await rows.returning({ id: projects.id })).length > 0;
    });
  return {
    list: async () =>
      db.select(columns).from(projects).orderBy(asc(projects.createdAt), asc(projects.id)),
    find: async (id) =>
      (await db.select(columns).from(projects).where(eq(projects.id, id)))[0] ?? null,
    async choices(id) {
      const rows = await db
        .select({
          moneyTerms,
          telemetryRetentionDays,
          decisionRetentionDays,
          decisionRetentionKeeps,
          baseRateBasis,
          welcomeAgents,
          kiosks,
          requiresSecondFactor,
          reviewRules,
          controlGroup,
        })
        .from(projects)
        .where(eq(projects.id, id));
      return rows[0] ?? null;
    },
    async requiringSecondFactor() {
      const required = eq(requiresSecondFactor, true);
      const rows = await db.select({ id: projects.id }).from(projects).where(required);
      return rows.map(({ id }) => id);
    },
    async create(project, entry) {
      await audited(connection, entry, ({ db }) => db.insert(projects).values(project));
    },
    setRiskSetting: (id, riskSetting, entry) => changed(id, { riskSetting }, entry),
    setBaseRate: (id, baseRate, baseRateBasis, entry) =>
      changed(id, { baseRate, baseRateBasis }, entry),
    rename: (id, name, entry) => changed(id, { name }, entry),
    setArchived: (id, archivedAt, entry) => changed(id, { archivedAt }, entry),
    setMoneyTerms: (id, terms, entry) => changed(id, { moneyTerms: terms }, entry),
    setWelcomeAgents: (id, agents, entry) => changed(id, { welcomeAgents: [...agents] }, entry),
    setKiosks: (id, deviceIds, entry) => changed(id, { kiosks: [...deviceIds] }, entry),
    setReviewRules: (id, rules, entry) => changed(id, { reviewRules: rules }, entry),
    setControlGroup: (id, group, entry) => changed(id, { controlGroup: group }, entry),
    async countControlGroup({ amount, bookingsMax, amountMax, ...of }) {
      if (bookingsMax < 1 || (amountMax !== null && amount > amountMax)) return false;
      const { bookings, amount: sum } = controlGroupMonths;
      const counted = await db
        .insert(controlGroupMonths)
        .values({ ...of, bookings: 1, amount })
        .onConflictDoUpdate({
          target: [
            controlGroupMonths.projectId,
            controlGroupMonths.month,
            controlGroupMonths.currency,
          ],
          set: { bookings: sql`${bookings} + 1`, amount: sql`${sum} + ${amount}` },
          setWhere: and(
            lt(bookings, bookingsMax),
            amountMax === null ? undefined : lte(sql`${sum} + ${amount}`, amountMax),
          )!,
        })
        .returning({ bookings });
      return counted.length > 0;
    },
    async controlGroupCount(id, { month, currency }) {
      const { bookings, amount } = controlGroupMonths;
      const one = and(
        eq(controlGroupMonths.projectId, id),
        eq(controlGroupMonths.month, month),
        eq(controlGroupMonths.currency, currency),
      );
      const rows = await db.select({ bookings, amount }).from(controlGroupMonths).where(one);
      return rows[0] ?? { bookings: 0, amount: 0 };
    },
    setRequiresSecondFactor: (id, required, entry) =>
      changed(id, { requiresSecondFactor: required }, entry),
    setTelemetryRetention: (id, days, entry) =>
      changed(id, { telemetryRetentionDays: days }, entry),
    setDecisionRetention: (id, days, keeps, entry) =>
      changed(id, { decisionRetentionDays: days, decisionRetentionKeeps: keeps }, entry),
  };
}
