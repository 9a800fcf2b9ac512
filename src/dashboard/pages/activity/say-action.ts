/** A line of the audit in words. What is not known here is shown by its name. */
import type { AuditLine } from "../../../dashboard-api/audit/list.ts";

type Say = (line: Pick<AuditLine, "subject" | "detail">) => string;

const said: Readonly<Record<string, Say>> = {
  "session.start": ({ detail }) =>
    `signed in from ${detail.address}${detail.secondFactor ? ", with a second factor" : ""}`,
  "session.end": () => "ended one of their sessions",
  "session.end-others": () => "ended their other sessions",
  "person.first-owner": () => "made the first owner's link",
  "person.join": ({ detail }) => `made their account, as ${detail.role}`,
  "person.invite": ({ subject, detail }) => `invited ${subject} as ${detail.role}`,
  "person.uninvite": ({ subject }) => `withdrew the invitation of ${subject}`,
  "person.role": ({ subject, detail }) =>
    detail.role ? `made ${subject} ${detail.role}` : `took the role of ${subject} away`,
  "person.remove": ({ subject }) => `removed the account of ${subject}`,
  "person.rename": () => "changed their name",
  "person.password": ({ detail }) => `set a new password${detail.link ? " by a link" : ""}`,
  "person.reset": ({ subject }) => `made a link for a new password of ${subject}`,
  "two-factor.start": () => "turned two-factor sign-in on",
  "two-factor.end": () => "turned two-factor sign-in off",
  "two-factor.backup-codes": () => "made new backup codes",
  "two-factor.drop": ({ subject }) => `took the second factor of ${subject} away`,
  "project.create": () => "made the project",
  "project.rename": ({ detail }) => `named the project ${detail.name}`,
  "project.risk-setting": ({ detail }) =>
    `set the risk setting to ${detail.riskSetting}${detail.before ? `, from ${detail.before}` : ""}`,
  "project.money": () => "set what bookings earn and mistakes cost",
  "project.telemetry-retention": ({ detail }) =>
    `set that telemetry is kept ${keptFor(detail.days)}`,
  "project.archive": () => "archived the project",
  "project.restore": () => "restored the project",
  "decision.export": ({ detail }) =>
    `began to export decisions${detail.guests ? " with guests' data" : ""} (${viewText(detail.view)})`,
  "decision.exported": ({ detail }) =>
    `exported ${detail.rows} decisions${detail.whole ? "" : ", and broke off"}`,
  "outcome.set": ({ subject, detail }) =>
    `said ${subject} was ${detail.outcome}${detail.before ? `, not ${detail.before}` : ""}`,
  "model.install": ({ subject }) => `installed the model ${subject}`,
  "model.promote": ({ subject }) => `made the model ${subject} the active one`,
  "model.rollback": ({ subject }) => `rolled the model ${subject} back`,
  "model.shadow": ({ subject }) => `put the model ${subject} into the shadow`,
  "model.shadow-end": ({ subject }) => `took the model ${subject} out of the shadow`,
  "model.replay": ({ subject, detail }) =>
    `began a replay of the model ${subject} on the last ${detail.days} days`,
  "model.unretire": ({ subject }) => `took the model ${subject} back from retirement`,
  "model.retire": ({ subject }) => `retired the model ${subject}`,
  "key.create": ({ detail }) => `made the ${detail.kind} key ${detail.name} (…${detail.end})`,
  "key.rename": ({ detail }) => `named a key ${detail.name}`,
  "key.revoke": ({ detail }) => `revoked the key ${detail.name} (…${detail.end})`,
  "key.origins": ({ detail }) =>
    detail.allowedOrigins
      ? `allowed a key only ${(detail.allowedOrigins as string[]).join(", ")}`
      : "allowed a key any origin",
};

function keptFor(days: unknown): string {
  if (days === null) return "as long as the service says";
  return days === 0 ? "for ever" : `${days} days`;
}

export function sayAction(line: Pick<AuditLine, "action" | "subject" | "detail">): string {
  const say = Object.hasOwn(said, line.action) ? said[line.action] : undefined;
  return say ? say(line) : `${line.action} ${line.subject}`;
}

function viewText(view: unknown): string {
  const parts = Object.entries(Object(view) as Record<string, string>);
  return parts.length > 0 ? parts.map(([name, text]) => `${name}: ${text}`).join(", ") : "all";
}
