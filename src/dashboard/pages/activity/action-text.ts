/** The text of an audit log entry. An unknown action is shown by its name. */
import type { AuditEntry } from "../../../dashboard-api/audit.ts";

type Text = (entry: Pick<AuditEntry, "subject" | "detail">) => string;

const texts: Readonly<Record<string, Text>> = {
  "session.start": ({ detail }) =>
    `signed in from ${detail.address}${detail.secondFactor ? " with a second factor" : ""}`,
  "session.end": () => "ended one of their sessions",
  "session.end-others": () => "ended their other sessions",
  "person.first-owner": () => "created the link for the first owner",
  "person.join": ({ detail }) => `created their account as ${detail.role}`,
  "person.invite": ({ subject, detail }) => `invited ${subject} as ${detail.role}`,
  "person.uninvite": ({ subject }) => `revoked the invitation for ${subject}`,
  "person.role": ({ subject, detail }) =>
    detail.role
      ? `changed the role of ${subject} to ${detail.role}`
      : `removed the role of ${subject}`,
  "person.remove": ({ subject }) => `removed the account of ${subject}`,
  "person.rename": () => "changed their name",
  "person.password": ({ detail }) => `changed their password${detail.link ? " with a link" : ""}`,
  "person.reset": ({ subject }) => `created a password reset link for ${subject}`,
  "two-factor.start": () => "turned on two-factor authentication",
  "two-factor.end": () => "turned off two-factor authentication",
  "two-factor.backup-codes": () => "created new backup codes",
  "two-factor.drop": ({ subject }) => `turned off two-factor authentication for ${subject}`,
  "project.create": () => "created the project",
  "project.rename": ({ detail }) => `renamed the project to ${detail.name}`,
  "project.risk-setting": ({ detail }) =>
    `changed the risk setting ${detail.before ? `from ${detail.before} ` : ""}to ${detail.riskSetting}`,
  "project.money": () => "changed the assumptions about revenue and costs",
  "project.telemetry-retention": ({ detail }) =>
    `set telemetry retention to ${retentionText(detail.days)}`,
  "project.archive": () => "archived the project",
  "project.restore": () => "restored the project",
  "decision.export": ({ detail }) =>
    `started exporting decisions${detail.guests ? " with guest data" : ""} (${viewText(detail.view)})`,
  "decision.exported": ({ detail }) =>
    `exported ${detail.rows} decisions${detail.whole ? "" : " (incomplete)"}`,
  "outcome.set": ({ subject, detail }) =>
    `reported ${subject} as ${detail.outcome}${detail.before ? ` (was ${detail.before})` : ""}`,
  "model.install": ({ subject }) => `installed the model ${subject}`,
  "model.promote": ({ subject }) => `promoted the model ${subject}`,
  "model.rollback": ({ subject }) => `rolled the model ${subject} back`,
  "model.shadow": ({ subject }) => `started the model ${subject} in shadow mode`,
  "model.shadow-end": ({ subject }) => `stopped the model ${subject} in shadow mode`,
  "model.replay": ({ subject, detail }) =>
    `replayed the model ${subject} on the last ${detail.days} days`,
  "model.unretire": ({ subject }) => `restored the retired model ${subject}`,
  "model.retire": ({ subject }) => `retired the model ${subject}`,
  "key.create": ({ detail }) => `created the ${detail.kind} key ${detail.name} (…${detail.end})`,
  "key.rename": ({ detail }) => `renamed a key to ${detail.name}`,
  "key.revoke": ({ detail }) => `revoked the key ${detail.name} (…${detail.end})`,
  "key.origins": ({ detail }) =>
    detail.allowedOrigins
      ? `limited a key to ${(detail.allowedOrigins as string[]).join(", ")}`
      : "allowed any origin for a key",
};

function retentionText(days: unknown): string {
  if (days === null) return "the default";
  return days === 0 ? "forever" : `${days} days`;
}

export function actionText(entry: Pick<AuditEntry, "action" | "subject" | "detail">): string {
  const text = Object.hasOwn(texts, entry.action) ? texts[entry.action] : undefined;
  return text ? text(entry) : `${entry.action} ${entry.subject}`;
}

function viewText(view: unknown): string {
  const parts = Object.entries(Object(view) as Record<string, string>);
  return parts.length > 0 ? parts.map(([name, text]) => `${name}: ${text}`).join(", ") : "all";
}
