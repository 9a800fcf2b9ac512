/** An entry of the audit log in words. */
import type { AuditEntry } from "../../../dashboard-api/audit.ts";
import type { AuditAction, AuditDetails } from "../../../storage/audit.ts";

/** Every action has a text. Entries of older versions may lack some of the details. */
const texts: {
  readonly [Action in AuditAction]: (
    detail: Partial<AuditDetails[Action]>,
    subject: string,
  ) => string;
} = {
  "session.start": ({ address, secondFactor }) =>
    `signed in from ${address}${secondFactor ? ", with a second factor" : ""}`,
  "session.end": () => "ended one of their sessions",
  "session.end-others": () => "ended their other sessions",
  "person.first-owner": () => "created the link for the first owner",
  "person.join": ({ role }) => `created their account, as ${role}`,
  "person.invite": ({ role }, email) => `invited ${email} as ${role}`,
  "person.uninvite": (_, email) => `withdrew the invitation of ${email}`,
  "person.role": ({ role }, email) =>
    role ? `gave ${email} the role ${role}` : `removed the role of ${email}`,
  "person.remove": (_, email) => `removed the account of ${email}`,
  "person.rename": () => "changed their name",
  "person.password": ({ link }) => `set a new password${link ? " with a link" : ""}`,
  "person.reset": (_, email) => `created a link for a new password of ${email}`,
  "two-factor.start": () => "turned two-factor sign-in on",
  "two-factor.end": () => "turned two-factor sign-in off",
  "two-factor.backup-codes": () => "created new backup codes",
  "two-factor.drop": (_, email) => `turned two-factor sign-in off for ${email}`,
  "project.create": () => "created the project",
  "project.rename": ({ name }) => `renamed the project to ${name}`,
  "project.risk-setting": ({ riskSetting, before }) =>
    `set the risk setting to ${riskSetting}${before ? `, from ${before}` : ""}`,
  "project.money": () => "set what bookings earn and mistakes cost",
  "project.telemetry-retention": ({ days }) =>
    `set telemetry to be stored ${retentionText(days ?? null)}`,
  "project.archive": () => "archived the project",
  "project.restore": () => "restored the project",
  "key.create": ({ kind, name, end }) => `created the ${kind} key ${name} (…${end})`,
  "key.rename": ({ name }) => `renamed a key to ${name}`,
  "key.origins": ({ allowedOrigins }) =>
    allowedOrigins
      ? `limited a key to the origins ${allowedOrigins.join(", ")}`
      : "allowed a key on all origins",
  "key.revoke": ({ name, end }) => `revoked the key ${name} (…${end})`,
  "decision.export": ({ view, guests }) =>
    `started an export of decisions${guests ? " with guests' data" : ""} (${viewText(view)})`,
  "decision.exported": ({ rows, whole }) =>
    `exported ${rows} ${rows === 1 ? "decision" : "decisions"}${whole ? "" : ", and stopped early"}`,
  "outcome.set": ({ outcome, before }, decisionId) =>
    `set the outcome of ${decisionId} to ${outcome}${before ? `, from ${before}` : ""}`,
  "model.install": (_, model) => `installed the model ${model}`,
  "model.promote": (_, model) => `promoted the model ${model}`,
  "model.rollback": (_, model) => `rolled back the model ${model}`,
  "model.shadow": (_, model) => `put the model ${model} into the shadow`,
  "model.shadow-end": (_, model) => `took the model ${model} out of the shadow`,
  "model.replay": ({ days }, model) =>
    `started a replay of the model ${model} on the last ${days === 1 ? "day" : `${days} days`}`,
  "model.retire": (_, model) => `retired the model ${model}`,
  "model.unretire": (_, model) => `brought the model ${model} back from retirement`,
};

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(texts, action);
}

/** An action of a newer version, which this one does not know, is shown by its name. */
export function sayAction({
  action,
  subject,
  detail,
}: Pick<AuditEntry, "action" | "subject" | "detail">): string {
  return isKnown(action) ? texts[action](detail as never, subject) : `${action} ${subject}`;
}

function retentionText(days: number | null): string {
  if (days === null) return "as long as the service's setting says";
  if (days === 0) return "for ever";
  return `for ${days} ${days === 1 ? "day" : "days"}`;
}

function viewText(view: Record<string, string> | undefined): string {
  const parts = Object.entries(view ?? {}).map(([name, text]) => `${name}: ${text}`);
  return parts.join(", ") || "all";
}
