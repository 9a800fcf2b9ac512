/** What rarely changes. After changing this file: `npm run migrations`. */
import {
  boolean,
  customType,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { accountTables } from "../../drizzle/tables/accounts.ts";
import { postgres } from "../../drizzle/tables/dialect.ts";
import { projectTables } from "../../drizzle/tables/projects.ts";
import type { ProjectAttribute } from "../../port/attributes.ts";
import type { ControlGroup } from "../../port/control-group.ts";
import type { BaseRateBasis, KeptOfDecisions } from "../../port/projects.ts";
import type { ReviewRules } from "../../port/reviews.ts";

const { bytewise, jsonText, whole, sequence } = postgres;
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const projects = pgTable("projects", {
  id: bytewise("id").primaryKey(),
  name: text().notNull(),
  riskSetting: text("risk_setting").notNull(),
  createdAt: whole("created_at").notNull(),
  archivedAt: whole("archived_at"),
  /** What its bookings earn and what mistakes cost, JSON; null where not set. */
  moneyTerms: text("money_terms"),
  /** Days for which its telemetry is retained, 0 for ever; null: the service's default. */
  telemetryRetentionDays: whole("telemetry_retention_days"),
  /** Days for which its decisions are whole, 0 for ever; null: the service's default. */
  decisionRetentionDays: whole("decision_retention_days"),
  /** What is kept of decisions then, JSON; null: what training needs. */
  decisionRetentionKeeps: text("decision_retention_keeps").$type<KeptOfDecisions>(),
  /** Its share of fraud among attempts; null: scores are the model's. */
  baseRate: doublePrecision("base_rate"),
  baseRateBasis: jsonText<BaseRateBasis>("base_rate_basis"),
  /** Hosts of the agents whose signed visits it welcomes, JSON; null: none. */
  welcomeAgents: jsonText<string[]>("welcome_agents"),
  /** IDs of the devices that are kiosks, JSON; null: none. */
  kiosks: jsonText<string[]>("kiosks"),
  /** Whether its members need a second factor. */
  requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
  /** How often entries were added to its lists: `list_entries`. */
  listsVersion: whole("lists_version").notNull().default(0),
  /** The types of event that its webhooks get, JSON; null: none. What `webhook_endpoints` says. */
  webhookEvents: jsonText<readonly string[]>("webhook_events"),
  /** Which of its decisions go to review by themselves, JSON; null: none. */
  reviewRules: jsonText<ReviewRules>("review_rules"),
  /** Its control group, JSON; null: it never had one. */
  controlGroup: jsonText<ControlGroup>("control_group"),
  /** Columns of its own that it declares, JSON; null: it never had one. */
  attributes: jsonText<readonly ProjectAttribute[]>("attributes"),
});

/** The bundles in the model registry. None is ever removed: decisions name them. */
export const models = pgTable(
  "models",
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Of `model.onnx`, and of both files: the calibration is in the manifest. */
    sha256: text().notNull(),
    bundleSha256: text("bundle_sha256").notNull(),
    manifest: text().notNull(),
    installedAt: whole("installed_at").notNull(),
    retiredAt: whole("retired_at"),
    /** Null: shared by all projects. */
    ownerProjectId: bytewise("owner_project_id"),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** The files of models, which every copy needs. */
export const bundles = pgTable("bundles", {
  bundleSha256: text("bundle_sha256").primaryKey(),
  model: bytes("model").notNull(),
  manifest: bytes("manifest").notNull(),
  card: bytes("card"),
});

/** Who did what, and when. Rows are only added. */
export const audit = pgTable(
  "audit",
  {
    seq: sequence("seq"),
    at: whole("at").notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    projectId: bytewise("project_id"),
    detail: text().notNull(),
  },
  (table) => [
    index("audit_by_project").on(table.projectId, table.seq),
    index("audit_by_subject").on(table.subject, table.seq),
  ],
);

/** Counts the changes of the model registry: what every copy asks for to notice one. */
export const revisions = pgTable("revisions", {
  name: text().primaryKey(),
  value: whole("value").notNull(),
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
} = accountTables(postgres);

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
} = projectTables(postgres, projects);
