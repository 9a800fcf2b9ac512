/** The audit log: every action that it records, with the details stored for each. */
import type { ChallengeEnd } from "./challenges.ts";
import type { Role } from "./roles.ts";
import type { ControlEvent } from "./webhook-event.ts";

export interface AuditRecord {
  at: number;
  /** A user of the dashboard or of the operating system, a key, by its ID, or the service itself. */
  actor: string;
  /** An `AuditAction`, or an action of another version of the service. */
  action: string;
  /** What it was done to, such as `default@1.0.0`. */
  subject: string;
  projectId: string | null;
  /** Further facts, JSON. */
  detail: string;
  /** For webhooks: recorded by the same commit, where any project wants it. It is never read back. */
  event?: ControlEvent;
}

export interface AuditStore {
  add(audit: AuditRecord): Promise<void>;
  /**
   * A page, newest first.
   * @param before only entries older than the one of this number.
   */
  page(
    limit: number,
    projectId: string | null,
    before: number | null,
  ): Promise<(AuditRecord & { seq: number })[]>;
  /** Newest first. */
  list(limit: number, projectId?: string): Promise<AuditRecord[]>;
  /** The entries about one subject, such as a model, newest first. */
  about(subject: string, limit: number): Promise<AuditRecord[]>;
}

/** Who acts: an account, by its e-mail address; a user of the operating system; a key; the service itself. */
export interface Actor {
  name: string;
  /** Of an account. */
  userId?: string;
}

type None = Record<string, never>;

/** The names are stored. Details are only ever added to: entries of older versions lack the newer. */
export interface AuditDetails {
  "session.start": { address: string; secondFactor?: "app" | "backup" | "passkey" };
  /** The subject is the account, "" where there is none of that address. */
  "session.refused": { address: string; reason: "password" | "secondFactor" | "passkey" };
  "session.end": None;
  "session.end-others": None;
  "trusted-device.end": None;

  "person.first-owner": { role: Role | null };
  "person.invite": { role: Role | null };
  "person.uninvite": None;
  "person.join": { role: Role; invitedBy: string };
  "person.accept": { role: Role; invitedBy: string };
  "person.role": { role: Role | null };
  "person.rename": None;
  "person.remove": None;
  "person.password": { link?: true };
  "person.reset": { role: Role | null };
  "two-factor.start": None;
  "two-factor.end": None;
  "two-factor.backup-codes": None;
  /** By the operator; the names of the passkeys. Without details it was all second factors. */
  "two-factor.drop": { app?: boolean; passkeys?: readonly string[] };

  "passkey.add": { name: string };
  "passkey.rename": { name: string };
  "passkey.remove": { name: string };

  /** By the service; the subject is the kind of alert. */
  "alert.fire": { value: number };

  "project.create": { riskSetting: string };
  "project.rename": { name: string };
  "project.risk-setting": { riskSetting: string; before: string };
  "project.base-rate": {
    baseRate: number | null;
    before: number | null;
    basis: { kind: string } | null;
  };
  "project.welcome-agents": { agents: readonly string[]; before: readonly string[] };
  "project.kiosks": { kiosks: readonly string[]; before: readonly string[] };
  "project.review-rules": { rules: object | null; before: object | null };
  "project.control-group": {
    share: number;
    bookingsMax: number;
    amountMax: object | null;
    before: { share: number; bookingsMax: number; amountMax: object | null };
  };
  "project.attribute": {
    name: string;
    type: string;
    unit: string | null;
    meaning: string;
    personal: boolean;
    /** Null where it was new. */
    before: object | null;
  };
  "project.attribute-archive": { name: string };
  "project.money": { terms: object; before: object | null };
  "project.telemetry-retention": { days: number | null; before: number | null };
  "project.decision-retention": {
    days: number | null;
    keeps: string;
    before: { days: number | null; keeps: string };
  };
  "project.second-factor": { required: boolean };
  "project.archive": None;
  "project.restore": None;

  "key.create": {
    kind: string;
    name: string;
    end: string;
    /** Where it was created with them. */
    expiresAt?: string;
    allowedAddresses?: readonly string[];
    rateLimit?: number;
  };
  "key.rename": { name: string };
  "key.origins": { allowedOrigins: readonly string[] | null };
  "key.restrict": {
    /** ISO 8601. */
    expiresAt?: string | null;
    allowedAddresses?: readonly string[] | null;
    rateLimit?: number | null;
  };
  "key.revoke": { name: string; end: string };

  /** Never whom or what is listed: the entry says it as long as it is stored. */
  "list.add": {
    kind: string;
    type: string;
    /** ISO 8601. */
    expiresAt: string | null;
    decisionId: string | null;
  };
  /** Of a file, some hundred entries; those that were in the list already are among them. */
  "list.import": { kind: string; entries: number };
  "list.archive": { kind: string; type: string };
  /** Of an erased guest, as keyed hashes. The subject is the erasure. */
  "list.keep": { entries: number };
  /** A one-time pass. */
  "pass.give": { decisionId: string; expiresAt: string };

  /** Never the path of its URL, which may have a secret of the receiver. */
  "webhook.add": { host: string; events: readonly string[] };
  "webhook.rotate": None;
  "webhook.enable": None;
  "webhook.disable": { because: string };
  "webhook.archive": None;
  "webhook.test": { eventId: string };
  "webhook.replay": { deliveries: number };
  /** By a person; those that the project's rules and lists send to review are none's act. The subject is the decision. */
  "review.open": None;
  "review.postpone": { until: string };
  "review.decide": { verdict: string; seconds: number };
  /** Of somebody who was not shown the first verdict, which stays. */
  "review.decide-second": { verdict: string; seconds: number };

  /** Of the list of decisions. The subject is the project. */
  "view.save": { name: string };
  "view.remove": { name: string };
  /** By what guests were looked up; never for whom. */
  "decision.find": { by: readonly string[] };
  "audit.export": { format: string };
  "decision.export": { view: Record<string, string>; guests: boolean };
  "decision.exported": { rows: number; whole: boolean };
  /** By the service: decisions whose retention has ended. */
  "decision.retention": { decisions: number; days: number; keeps: string };
  /** The subject of these is the erasure's ID, or the kind of identity: never whom it was about. */
  "guest.erase": { kind: string };
  "guest.erased": { kind: string; decisions: number; collections: number };
  "guest.export": { decisions: number; collections: number };
  "guest.tombstones": { added: number };
  "outcome.set": { outcome: string; before: string | null; requestId: string };
  "outcome.withdraw": { before: string; requestId: string };

  "model.install": { sha256: string; bundleSha256: string; notes: readonly string[] };
  "model.promote": {
    forced?: boolean;
    replays?: readonly object[];
    first?: true;
    /** Of a forced promotion: looser limits, and what spoke against it. */
    /** Recent live decisions that the model had scored in shadow mode. */
    live?: number;
    loosened?: readonly object[];
    against?: readonly string[];
  };
  "model.rollback": { to: string | null };
  "model.shadow": None;
  "model.shadow-end": None;
  "model.challenge": { challengeId: string; share: number; days: number; forced: boolean };
  /** By a person, or by the service. */
  "model.challenge-end": { challengeId: string; because: ChallengeEnd };
  "model.replay": { days: number };
  "model.retire": None;
  "model.unretire": None;
  /** Given to the project, which was shared before; and the other way round. */
  "model.own": None;
  "model.share": None;

  /** Of the whole data folder, from a backup. */
  "data.restore": { backupAt: string; revokedKeys: readonly string[] };
}

export type AuditAction = keyof AuditDetails;

/** @param at Unix ms. */
export function auditEntry<Action extends AuditAction>(
  actor: Actor,
  at: number,
  action: Action,
  entry: {
    /** What it was done to, such as a key's identifier, an e-mail address or `default@1.0.0`. */
    subject: string;
    /** Null: all projects, or none. */
    projectId: string | null;
    detail: AuditDetails[Action];
    event?: ControlEvent;
  },
): AuditRecord {
  const { detail, ...rest } = entry;
  return { at, actor: actor.name, action, ...rest, detail: JSON.stringify(detail) };
}
