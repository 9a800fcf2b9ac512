import { and, asc, eq, getTableColumns, lt, lte, sql } from "drizzle-orm";
import type { AuditRecord } from "../../audit.ts";
import type { ProjectChoices, ProjectRecord, ProjectStore } from "../../projects.ts";
import type { Connection, Operations } from "../operations.ts";
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

export const reads = {
  list: ({ db }) => {
    const all = db.select(columns).from(projects).orderBy(asc(projects.createdAt)).prepare();
    return () => all.all();
  },

  find: ({ db }) => {
    const one = db
      .select(columns)
      .from(projects)
      .where(eq(projects.id, sql.placeholder("id")))
      .prepare();
    return (id) => one.get({ id }) ?? null;
  },

  choices:
    ({ db }) =>
    (id) =>
      db
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
        .where(eq(projects.id, id))
        .get() ?? null,

  controlGroupCount:
    ({ db }) =>
    (id, { month, currency }) =>
      db
        .select({ bookings: controlGroupMonths.bookings, amount: controlGroupMonths.amount })
        .from(controlGroupMonths)
        .where(
          and(
            eq(controlGroupMonths.projectId, id),
            eq(controlGroupMonths.month, month),
            eq(controlGroupMonths.currency, currency),
          ),
        )
        .get() ?? { bookings: 0, amount: 0 },

  requiringSecondFactor:
    ({ db }) =>
    () =>
      db
        .select({ id: projects.id })
        .from(projects)
        .where(eq(requiresSecondFactor, true))
        .all()
        .map(({ id }) => id),
} satisfies Operations<ProjectStore>;

type Lists = "welcomeAgents" | "kiosks";
type Change = Partial<
  Omit<ProjectRecord, "id"> & Omit<ProjectChoices, Lists> & Record<Lists, string[]>
>;

function changed(
  connection: Connection,
  id: string,
  change: Change,
  entry: AuditRecord | undefined,
): boolean {
  return audited(connection, entry, () => {
    const rows = connection.db.update(projects).set(change).where(eq(projects.id, id));
    return rows.returning({ id: projects.id }).all().length > 0;
  });
}

export const writes = {
  create: (connection) => (project, entry) => {
    audited(connection, entry, () => connection.db.insert(projects).values(project).run());
  },
  setRiskSetting: (connection) => (id, riskSetting, entry) =>
    changed(connection, id, { riskSetting }, entry),
  setBaseRate: (connection) => (id, baseRate, baseRateBasis, entry) =>
    changed(connection, id, { baseRate, baseRateBasis }, entry),
  rename: (connection) => (id, name, entry) => changed(connection, id, { name }, entry),
  setArchived: (connection) => (id, archivedAt, entry) =>
    changed(connection, id, { archivedAt }, entry),
  setMoneyTerms: (connection) => (id, terms, entry) =>
    changed(connection, id, { moneyTerms: terms }, entry),
  setWelcomeAgents: (connection) => (id, agents, entry) =>
    changed(connection, id, { welcomeAgents: [...agents] }, entry),
  setKiosks: (connection) => (id, deviceIds, entry) =>
    changed(connection, id, { kiosks: [...deviceIds] }, entry),
  setReviewRules: (connection) => (id, rules, entry) =>
    changed(connection, id, { reviewRules: rules }, entry),
  setControlGroup: (connection) => (id, group, entry) =>
    changed(connection, id, { controlGroup: group }, entry),
  countControlGroup:
    ({ db }) =>
    ({ amount, bookingsMax, amountMax, ...of }) => {
      if (bookingsMax < 1 || (amountMax !== null && amount > amountMax)) return false;
      const { bookings, amount: sum } = controlGroupMonths;
      const counted = db
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
        });
      return counted.returning({ bookings }).all().length > 0;
    },
  setRequiresSecondFactor: (connection) => (id, required, entry) =>
    changed(connection, id, { requiresSecondFactor: required }, entry),
  setTelemetryRetention: (connection) => (id, days, entry) =>
    changed(connection, id, { telemetryRetentionDays: days }, entry),
  setDecisionRetention: (connection) => (id, days, keeps, entry) =>
    changed(connection, id, { decisionRetentionDays: days, decisionRetentionKeeps: keeps }, entry),
} satisfies Operations<ProjectStore>;
