/** The text of an audit log entry. */
import type { AuditEntry } from "../../../http/dashboard-api/audit.ts";
import { percentText } from "../../../projects/base-rate.ts";
import type { AuditAction, AuditDetails } from "../../../storage/port/audit.ts";
import { endReason } from "../../../storage/port/challenges.ts";
import type { ReviewRules } from "../../../storage/port/reviews.ts";

/** Every action has a text. Entries of older versions may lack some of the details. */
const texts: {
  readonly [Action in AuditAction]: (
    detail: Partial<AuditDetails[Action]>,
    subject: string,
  ) => string;
} = {
  "session.start": ({ address, secondFactor }) =>
    `signed in from ${address}${secondFactor ? " with a second factor" : ""}`,
  "session.refused": ({ address, reason }, email) =>
    `entered a wrong ${reason === "secondFactor" ? "second factor" : (reason ?? "password")} for ${email || "an address without an account"} from ${address}`,
  "session.end": () => "ended one of their sessions",
  "session.end-others": () => "ended their other sessions",
  "trusted-device.end": () => "ended the trust in a device",
  "person.first-owner": () => "created the link for the first owner",
  "person.join": ({ role }) => `created their account as ${role}`,
  "person.accept": ({ role, invitedBy }) => `accepted the role of ${role} from ${invitedBy}`,
  "person.invite": ({ role }, email) => `invited ${email} as ${role}`,
  "person.uninvite": (_, email) => `revoked the invitation for ${email}`,
  "person.role": ({ role }, email) =>
    role ? `changed the role of ${email} to ${role}` : `removed the role of ${email}`,
  "person.remove": (_, email) => `removed the account of ${email}`,
  "person.rename": () => "changed their name",
  "person.password": ({ link }) => `changed their password${link ? " with a link" : ""}`,
  "person.reset": (_, email) => `created a password reset link for ${email}`,
  "two-factor.start": () => "turned on two-factor authentication",
  "two-factor.end": () => "turned off two-factor authentication",
  "two-factor.backup-codes": () => "created new backup codes",
  "two-factor.drop": ({ app = true, passkeys = [] }, email) =>
    [
      ...(app ? [`turned off two-factor authentication for ${email}`] : []),
      ...(passkeys.length > 0 ? [`removed the passkeys of ${email}: ${passkeys.join(", ")}`] : []),
    ].join(" and "),
  "passkey.add": ({ name }) => `added the passkey ${name}`,
  "passkey.rename": ({ name }) => `renamed a passkey to ${name}`,
  "passkey.remove": ({ name }) => `removed the passkey ${name}`,
  "webhook.add": ({ host }) => `added a webhook endpoint at ${host}`,
  "webhook.rotate": (_, endpoint) =>
    `replaced the signing secret of the webhook endpoint ${endpoint}`,
  "webhook.enable": (_, endpoint) => `enabled the webhook endpoint ${endpoint}`,
  "webhook.disable": ({ because }, endpoint) =>
    `disabled the webhook endpoint ${endpoint}${because === "gone" ? ", which answered 410" : ""}`,
  "webhook.archive": (_, endpoint) => `archived the webhook endpoint ${endpoint}`,
  "webhook.test": (_, endpoint) => `sent a test event to the webhook endpoint ${endpoint}`,
  "webhook.replay": ({ deliveries = 0 }, subject) =>
    `sent ${deliveries} ${deliveries === 1 ? "event" : "events"} of ${subject} again`,
  "alert.fire": (_, kind) => `fired the alert ${kind}`,
  "project.create": () => "created the project",
  "project.rename": ({ name }) => `renamed the project to ${name}`,
  "project.risk-setting": ({ riskSetting, before }) =>
    `changed the risk setting ${before ? `from ${before} ` : ""}to ${riskSetting}`,
  "project.base-rate": ({ baseRate, basis }) =>
    baseRate == null
      ? "unset the fraud rate"
      : `set the fraud rate to ${percentText(baseRate)}${basis?.kind === "estimated" ? ", as estimated from outcomes" : ""}`,
  "project.welcome-agents": ({ agents }) =>
    agents?.length ? `now welcomes ${agents.join(", ")}` : "no longer welcomes any agent",
  "project.kiosks": ({ kiosks = [], before = [] }) => kioskText(kiosks, before),
  "project.money": () => "changed the assumptions about revenue and costs",
  "project.telemetry-retention": ({ days }) =>
    `set telemetry retention to ${retentionText(days ?? null)}`,
  "project.decision-retention": ({ days, keeps }) =>
    `set decision retention to ${retentionText(days ?? null)}${keeps === "nothing" ? ", with nothing kept" : ""}`,
  "project.second-factor": ({ required }) =>
    required
      ? "required two-factor authentication of the team"
      : "made two-factor authentication optional for the team",
  "project.review-rules": ({ rules }) => `sent to review by themselves: ${ruleText(rules)}`,
  "project.control-group": ({ share = 0, bookingsMax }) =>
    share === 0
      ? "turned the control group off"
      : `set the control group to ${percentText(share)} of denied bookings, at most ${bookingsMax} a month`,
  "project.attribute": ({ name, before }) =>
    `${before ? "changed" : "declared"} the attribute ${name}`,
  "project.attribute-archive": ({ name }) => `archived the attribute ${name}`,
  "review.open": (_, decisionId) => `sent ${decisionId} to review`,
  "review.postpone": ({ until }, decisionId) =>
    `put the review of ${decisionId} off until ${until}`,
  "review.decide": ({ verdict, seconds }, decisionId) =>
    `reviewed ${decisionId} as ${verdict}, in ${seconds} s`,
  "review.decide-second": ({ verdict, seconds }, decisionId) =>
    `reviewed ${decisionId} a second time, without seeing the first verdict, as ${verdict}, in ${seconds} s`,
  "project.archive": () => "archived the project",
  "project.restore": () => "restored the project",
  "decision.find": ({ by }) => `searched for guests by ${(by ?? []).join(", ")}`,
  "audit.export": ({ format }) => `exported the activity as ${format}`,
  "decision.export": ({ view, guests }) =>
    `started exporting decisions${guests ? " with guest data" : ""} (${viewText(view)})`,
  "decision.exported": ({ rows, whole }) =>
    `exported ${rows} ${rows === 1 ? "decision" : "decisions"}${whole ? "" : " (incomplete)"}`,
  "decision.retention": ({ decisions, days }) =>
    `removed the guests' data of ${decisions} ${decisions === 1 ? "decision" : "decisions"} of more than ${days} days`,
  "guest.erase": ({ kind }, erasure) => `asked to erase a guest by ${kind} (${erasure})`,
  "guest.erased": ({ decisions }, erasure) =>
    `erased a guest with ${decisions} ${decisions === 1 ? "decision" : "decisions"} (${erasure})`,
  "guest.export": ({ decisions }, kind) =>
    `exported a guest by ${kind}, with ${decisions} ${decisions === 1 ? "decision" : "decisions"}`,
  "guest.tombstones": (_, erasure) => `imported the erasure ${erasure}`,
  "outcome.set": ({ outcome, before }, decisionId) =>
    `reported ${decisionId} as ${outcome}${before ? ` (was ${before})` : ""}`,
  "outcome.withdraw": ({ before }, decisionId) =>
    `withdrew the outcome of ${decisionId}${before ? ` (was ${before})` : ""}`,
  "view.save": ({ name }) => `saved the view ${name} of the decisions`,
  "view.remove": ({ name }) => `removed the view ${name} of the decisions`,
  "list.add": ({ kind, type }, entryId) => `added ${entryId} (${type}) to the ${kind} list`,
  "list.import": ({ kind, entries }) => `imported ${entries} entries into the ${kind} list`,
  "list.keep": ({ entries }, erasure) =>
    `kept ${entries} list ${entries === 1 ? "entry" : "entries"} of an erased guest as keyed hashes (${erasure})`,
  "pass.give": ({ decisionId, expiresAt }) =>
    `gave the guest of ${decisionId} a one-time pass until ${expiresAt}`,
  "list.archive": ({ kind, type }, entryId) => `archived ${entryId} (${type}) of the ${kind} list`,
  "model.install": (_, model) => `installed the model ${model}`,
  "model.promote": (_, model) => `promoted the model ${model}`,
  "model.rollback": (_, model) => `rolled the model ${model} back`,
  "model.shadow": (_, model) => `started the model ${model} in shadow mode`,
  "model.shadow-end": (_, model) => `stopped the model ${model} in shadow mode`,
  "model.challenge": ({ share, days, forced }, model) =>
    `started a challenge: the model ${model} decides for ${Number(((share ?? 0) * 100).toPrecision(3))} % of the guests, ` +
    `for ${days === 1 ? "a day" : `${days} days`} at most${forced ? ", forced" : ""}`,
  "model.challenge-end": ({ because }, model) =>
    `ended the challenge of the model ${model} (${endReason(because)})`,
  "model.replay": ({ days }, model) =>
    `replayed the model ${model} on the last ${days === 1 ? "day" : `${days} days`}`,
  "model.unretire": (_, model) => `restored the retired model ${model}`,
  "model.retire": (_, model) => `retired the model ${model}`,
  "model.own": (_, model) => `made the model ${model} this project's own`,
  "model.share": (_, model) => `shared the model ${model} with all projects`,
  "data.restore": ({ backupAt, revokedKeys }) =>
    `restored a backup of ${backupAt}${revokedKeys?.length ? ` and revoked ${revokedKeys.length} keys` : ""}`,
  "key.create": ({ kind, name, end }) => `created the ${kind} key ${name} (…${end})`,
  "key.rename": ({ name }) => `renamed a key to ${name}`,
  "key.revoke": ({ name, end }) => `revoked the key ${name} (…${end})`,
  "key.restrict": (restrictions) =>
    `changed a key's restrictions: ${restrictionsText(restrictions)}`,
  "key.origins": ({ allowedOrigins }) =>
    allowedOrigins
      ? `limited a key to ${allowedOrigins.join(", ")}`
      : "allowed any origin for a key",
};

function restrictionsText(changed: Partial<AuditDetails["key.restrict"]>): string {
  const { expiresAt, allowedAddresses, rateLimit } = changed;
  const parts: string[] = [];
  if (expiresAt !== undefined) parts.push(expiresAt ? `expires ${expiresAt}` : "never expires");
  if (allowedAddresses !== undefined)
    parts.push(`from ${allowedAddresses?.join(", ") ?? "anywhere"}`);
  if (rateLimit !== undefined)
    parts.push(rateLimit ? `${rateLimit} requests a second` : "no limit");
  return parts.join("; ");
}

function kioskText(kiosks: readonly string[], before: readonly string[]): string {
  const added = kiosks.filter((deviceId) => !before.includes(deviceId));
  const removed = before.filter((deviceId) => !kiosks.includes(deviceId));
  const parts: string[] = [];
  if (added.length > 0) parts.push(`marked as a kiosk: ${added.join(", ")}`);
  if (removed.length > 0) parts.push(`unmarked as a kiosk: ${removed.join(", ")}`);
  return parts.join("; ");
}

function ruleText(rules: object | null | undefined): string {
  const { band, share = 0 } = (rules ?? {}) as Partial<ReviewRules>;
  const parts: string[] = [];
  if (band) parts.push(`scores from ${band.from} to ${band.to}`);
  if (share > 0) parts.push(`${percentText(share)} at random`);
  return parts.join(" and ") || "no decisions";
}

function retentionText(days: number | null): string {
  if (days === null) return "the default";
  if (days === 0) return "forever";
  return days === 1 ? "1 day" : `${days} days`;
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(texts, action);
}

/** An action that only another version of the service knows is shown by its name. */
export function actionText({
  action,
  subject,
  detail,
}: Pick<AuditEntry, "action" | "subject" | "detail">): string {
  return isKnown(action) ? texts[action](detail as never, subject) : `${action} ${subject}`;
}

function viewText(view: Record<string, string> | undefined): string {
  const parts = Object.entries(view ?? {}).map(([name, text]) => `${name}: ${text}`);
  return parts.join(", ") || "all";
}
