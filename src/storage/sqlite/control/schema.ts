/** `control.db`: what rarely changes. After changing this file: `npm run migrations`. */
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accountTables } from "../../drizzle/tables/accounts.ts";
import { ofSqlite, sqlite } from "../../drizzle/tables/dialect.ts";
import { projectTables } from "../../drizzle/tables/projects.ts";
import type { ProjectAttribute } from "../../port/attributes.ts";
import type { ControlGroup } from "../../port/control-group.ts";
import type { BaseRateBasis, KeptOfDecisions } from "../../port/projects.ts";
import type { ReviewRules } from "../../port/reviews.ts";
import { shared } from "../perform.ts";

export const projects = sqliteTable("projects", {
  id: text().primaryKey(),
  name: text().notNull(),
  riskSetting: text("risk_setting").notNull(),
  createdAt: integer("created_at").notNull(),
  archivedAt: integer("archived_at"),
  /** What its bookings earn and what mistakes cost, JSON; null where not set. */
  moneyTerms: text("money_terms"),
  /** Days for which its telemetry is retained, 0 for ever; null: the service's default. */
  telemetryRetentionDays: integer("telemetry_retention_days"),
  /** Days for which its decisions are whole, 0 for ever; null: the service's default. */
  decisionRetentionDays: integer("decision_retention_days"),
  /** What is kept of decisions then, JSON; null: what training needs. */
  decisionRetentionKeeps: text("decision_retention_keeps").$type<KeptOfDecisions>(),
  /** Its share of fraud among attempts; null: scores are the model's. */
  baseRate: real("base_rate"),
  baseRateBasis: text("base_rate_basis", { mode: "json" }).$type<BaseRateBasis>(),
  /** Hosts of the agents whose signed visits it welcomes, JSON; null: none. */
  welcomeAgents: text("welcome_agents", { mode: "json" }).$type<string[]>(),
  /** IDs of the devices that are kiosks, JSON; null: none. */
  kiosks: text({ mode: "json" }).$type<string[]>(),
  /** Whether its members need a second factor. */
  requiresSecondFactor: integer("requires_second_factor", { mode: "boolean" })
    .notNull()
    .default(false),
  /** How often entries were added to its lists: `list_entries`. */
  listsVersion: integer("lists_version").notNull().default(0),
  /** The types of event that its webhooks get, JSON; null: none. What `webhook_endpoints` says. */
  webhookEvents: text("webhook_events", { mode: "json" }).$type<readonly string[]>(),
  /** Which of its decisions go to review by themselves, JSON; null: none. */
  reviewRules: text("review_rules", { mode: "json" }).$type<ReviewRules>(),
  /** Its control group, JSON; null: it never had one. */
  controlGroup: text("control_group", { mode: "json" }).$type<ControlGroup>(),
  /** Columns of its own that it declares, JSON; null: it never had one. */
  attributes: text("attributes", { mode: "json" }).$type<readonly ProjectAttribute[]>(),
});

/** The bundles in the model registry. None is ever removed: decisions name them. */
export const models = sqliteTable(
  "models",
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Of `model.onnx`, and of both files: the calibration is in the manifest. */
    sha256: text().notNull(),
    bundleSha256: text("bundle_sha256").notNull(),
    manifest: text().notNull(),
    installedAt: integer("installed_at").notNull(),
    retiredAt: integer("retired_at"),
    /** Null: shared by all projects. */
    ownerProjectId: text("owner_project_id").references(() => projects.id),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Who did what, and when. Rows are only added. */
export const audit = sqliteTable("audit", {
  seq: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  projectId: text("project_id"),
  detail: text().notNull(),
});

export const {
  users,
  sessions,
  accounts,
  verifications,
  twoFactors,
  passkeys,
  grants,
  links,
  usedCodes,
  secrets,
} = ofSqlite(accountTables(sqlite));

export const {
  controlGroupMonths,
  keys,
  promotions,
  shadows,
  challenges,
  replays,
  listEntries,
  erasures,
  webhookEndpoints,
  savedViews,
  alerts,
  controlEvents,
} = ofSqlite(projectTables(sqlite, shared(projects)));
