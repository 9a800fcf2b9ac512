/**
 * The port to what is kept: what the rooms above need of a database, in their words. SQLite is one
 * implementation, PostgreSQL another. Every method answers with a promise and rejects with
 * `StorageUnavailable` where the database cannot answer; then nothing was changed.
 *
 * JSON is handed over and kept as text; times are whole milliseconds of Unix time.
 */

/** The database cannot answer now: full, locked, gone, or busy beyond its limit. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

export interface ProjectRecord {
  id: string;
  name: string;
  riskSetting: string;
  createdAt: number;
  /** Its keys are refused from then on; null while it is in use. */
  archivedAt: number | null;
}

/** What a project has chosen that no request needs. */
export interface ProjectChoices {
  /** What its bookings earn and mistakes cost, JSON; null where nobody has said. */
  moneyTerms: string | null;
  /** Days that its telemetry is kept, 0 for ever; null: as long as the service says. */
  telemetryRetentionDays: number | null;
}

export interface KeyRecord {
  id: string;
  projectId: string;
  kind: "secret" | "publishable";
  /** SHA-256 of the whole key, hex. The key itself is never kept. */
  hash: string;
  /** The key's first 8 and last 4 characters, for display. */
  start: string;
  end: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
  /** Origins whose pages may use the key, as browsers spell them; null: any. */
  allowedOrigins: readonly string[] | null;
}

/** What a request needs to know about its key: one look-up gives both. */
export interface KeyOwner {
  keyId: string;
  kind: KeyRecord["kind"];
  revokedAt: number | null;
  allowedOrigins: readonly string[] | null;
  project: ProjectRecord;
}

export interface CollectionRecord {
  projectId: string;
  id: string;
  /** Counts the changes of this row, so that two writers cannot undo each other. */
  version: number;
  summary: string;
}

/** When a collection began and last got something, and the origin of the first page it came from. */
export interface CollectionArrival {
  firstAt: number;
  lastAt: number;
  origin: string | null;
}

/** One batch as it came, kept so that a summary can be computed again. */
export interface BatchRecord {
  sequence: number;
  receivedAt: number;
  ip: string;
  userAgent: string;
  body: string;
  /** The other headers that were looked at, JSON; null where an older version took it. */
  headers: string | null;
}

/** A project's telemetry of before some time. */
export interface AgedTelemetry {
  batches: number;
  /** When the oldest was received; null where there is none. */
  oldestAt: number | null;
}

export interface DeletedTelemetry {
  batches: number;
  collections: number;
  more: boolean;
}

/** The kinds of thing that attempts have in common, in the order they are stored. */
export const identityKinds = [
  "email",
  "phone",
  "booker",
  "name",
  "device",
  "ip",
  "network",
  "domain",
  "hotel",
  "collection",
] as const;
export type IdentityKind = (typeof identityKinds)[number];

/** One number a kind; absent where the attempt does not have it. */
export type Identities = Partial<Record<IdentityKind, number>>;

/** What can be told apart among linked attempts; nobody is looked up by a city or a look. */
export const linkedKinds = [...identityKinds, "city", "look"] as const;
export type LinkedKind = (typeof linkedKinds)[number];

/** A place in the order of all attempts. */
export interface Moment {
  /** The decision's time. */
  at: number;
  /** Orders the attempts of one millisecond; from the decision's identifier. */
  tie: number;
}

/** One earlier attempt, as far as later ones can be linked with it. */
export interface Sighting extends Moment {
  /** Days since 1970 of the stay; null where an older version did not note it. */
  checkIn: number | null;
  checkOut: number | null;
  /** 32 bits of each, enough to count distinct ones among a few hundred; null: absent. */
  linked: Record<LinkedKind, number | null>;
}

/** The earlier attempts that share an identity with this one, by that identity, oldest first. */
export type Sightings = Readonly<Partial<Record<IdentityKind, readonly Sighting[]>>>;

/** The kinds whose past outcomes are counted. */
export const outcomeKinds = [
  "email",
  "phone",
  "booker",
  "device",
  "network",
  "domain",
  "hotel",
] as const satisfies readonly IdentityKind[];
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What was reported of earlier attempts with one identity; of each attempt the newest report. */
export interface OutcomeCount {
  fraud: number;
  legitimate: number;
  /** When the latest fraud among them was reported. */
  lastFraudAt: number | null;
}

/** By identity; one without any report is absent. */
export type OutcomeCounts = Readonly<Partial<Record<OutcomeKind, OutcomeCount>>>;

/** What was known when an attempt was made. */
export interface History {
  sightings: Sightings;
  /** Null where the project had not reported any outcome by then. */
  outcomes: OutcomeCounts | null;
}

/** How far back and how many attempts of one identity are looked at. */
export const historyLimits = {
  windowMs: 30 * 24 * 60 * 60 * 1000,
  /** The newest so many of one identity; every count of attempts ends here. */
  sightingsPerIdentity: 128,
  /** The newest so many reports of one identity; every count of outcomes ends here. */
  outcomesPerIdentity: 128,
} as const;

/** Where a decision came from: asked for at checkout, or a past attempt brought in afterwards. */
export type DecisionSource = "api" | "import";

export interface DecisionRecord {
  projectId: string;
  id: string;
  decidedAt: number;
  source: DecisionSource;
  requestId: string;
  collectionId: string | null;
  riskScore: number;
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  /** The calibrated probability that the score came from. */
  probability: number;
  modelName: string;
  modelVersion: string;
  modelSha256: string;
  /** The request as read; the collection and the history as they were then; JSON. */
  request: string;
  evidence: string;
  /** Which features, in which order: the identifier of a `FeatureSetRecord`. */
  featureSet: string;
  /** Their values as served, a JSON array with null for missing. */
  features: string;
}

/** The names of the features of a decision, in order. Changes only when the catalogue does. */
export interface FeatureSetRecord {
  id: string;
  names: string;
}

/** Ties a caller's Idempotency-Key to the decision that it got. */
export interface IdempotencyRecord {
  /** SHA-256 of the caller's key, hex. */
  keyHash: string;
  /** SHA-256 of the body in canonical form, hex. */
  bodyHash: string;
  decisionId: string;
  createdAt: number;
}

export interface NewDecision {
  decision: DecisionRecord;
  identities: Identities;
  sighting: Sighting;
  /** The country of the booker's phone, ISO 3166-1 alpha-2; absent where it is not told. */
  phoneCountry?: string | null;
  idempotency: IdempotencyRecord | null;
  /** An earlier use of the same idempotency key counts only if it is not older than this. */
  idempotentSince: number;
  /** What is known to have become of it: an imported attempt's. */
  outcome?: OutcomeRecord | null;
}

/** What a merchant or an operator reported of a decision. */
export interface OutcomeRecord {
  projectId: string;
  decisionId: string;
  outcome: string;
  occurredAt: number | null;
  note: string | null;
  requestId: string;
  reportedAt: number;
}

/** A bundle in the library. */
export interface ModelRecord {
  name: string;
  version: string;
  /** Of `model.onnx`. Bundles that differ in their calibration alone have it in common. */
  sha256: string;
  /** Of `model.onnx` and `manifest.json`: no two bundles have it in common. */
  bundleSha256: string;
  /** Its manifest without the golden rows, JSON. */
  manifest: string;
  installedAt: number;
  retiredAt: number | null;
}

/** That a model was made the active one of a project, or of all (null). */
export interface PromotionRecord {
  seq: number;
  projectId: string | null;
  name: string;
  version: string;
  actor: string;
  promotedAt: number;
}

/** Which model scores in the shadow for a project, or for all (null). */
export interface ShadowRecord {
  projectId: string | null;
  name: string;
  version: string;
  startedAt: number;
}

/** Which models are in use, and which were before. */
export interface ModelRoles {
  /**
   * Newest first, without what was rolled back and what is retired: of each project, and of all,
   * the first is active and the next is the one before.
   */
  promotions: PromotionRecord[];
  shadows: ShadowRecord[];
}

/** Who did what, and when. */
export interface AuditRecord {
  at: number;
  /** Who: a user of the operating system, or the service itself. */
  actor: string;
  /** What was done, such as `model.promote`. */
  action: string;
  /** What it was done to, such as `default@1.0.0`. */
  subject: string;
  projectId: string | null;
  /** Whatever else there is to say, JSON. */
  detail: string;
}

/** Somebody who may sign in. */
export interface PersonRecord {
  id: string;
  name: string;
  /** In lower case; no two people have the same. */
  email: string;
  twoFactorEnabled: boolean;
  createdAt: number;
}

export const roles = ["owner", "analyst", "viewer"] as const;
export type Role = (typeof roles)[number];

/** That a person has a role in a project, or in all of them (null). */
export interface GrantRecord {
  userId: string;
  projectId: string | null;
  role: Role;
  grantedAt: number;
}

/** One browser in which a person is signed in. */
export interface SessionRecord {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: number;
  /** When it was last made longer. */
  updatedAt: number;
  expiresAt: number;
}

/** A link that works once: the first owner's, an invitation, or a new password. */
export interface LinkRecord {
  id: string;
  /** SHA-256 of the token in the link, hex. The token itself is never kept. */
  hash: string;
  purpose: "first-owner" | "invitation" | "password";
  /** For whom; null where whoever has the link says. */
  email: string | null;
  /** What the new person may do, and in which project, or in all (null); null for a password. */
  role: Role | null;
  projectId: string | null;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}

/** What using a link adds: a person with a password and a role. */
export interface NewPerson {
  person: PersonRecord;
  passwordHash: string;
  grant: Omit<GrantRecord, "userId">;
}

/** The tables that the log-in library works on by itself. */
export const signInTables = ["user", "session", "account", "verification", "twoFactor"] as const;
export type SignInTable = (typeof signInTables)[number];
export type SignInValue = string | number | boolean | null;
export type SignInRow = Record<string, SignInValue>;

/** All of a list of these hold. */
export interface SignInCondition {
  field: string;
  operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "in" | "not_in";
  value: SignInValue | readonly (string | number)[];
}

/** A trial of a model on stored decisions. */
export interface ReplayRecord {
  id: string;
  name: string;
  version: string;
  /** Null for all projects. */
  projectId: string | null;
  startedAt: number;
  /** Null while it runs, or where it was interrupted; then there is no verdict. */
  finishedAt: number | null;
  passed: boolean | null;
  /** JSON. */
  options: string;
  report: string | null;
}

/** What a model in the shadow says of an attempt that another model decided. */
export interface ShadowScore {
  projectId: string;
  decisionId: string;
  modelName: string;
  modelVersion: string;
  modelSha256: string;
  probability: number;
  riskScore: number;
  /** What the merchant got. */
  servedRiskScore: number;
  at: number;
}

/** How many decisions had these two scores. */
export interface ScorePair {
  served: number;
  shadow: number;
  count: number;
}

/** Why a decision has its score, as computed once. */
export interface ReasonsRecord {
  projectId: string;
  decisionId: string;
  json: string;
  computedAt: number;
}

/** What a decision has in common with many others. */
export interface DecisionKind {
  riskLevel: string;
  suggestedAction: string;
  riskSetting: string;
  source: DecisionSource;
  modelName: string;
  modelVersion: string;
  /** Whether anything was seen of the browser. */
  seen: boolean;
  /** The newest report; null where there is none. */
  outcome: string | null;
}

/** Which of a project's decisions are meant: those that every part fits; an absent part fits all. */
export interface DecisionFilter {
  /** Unix ms; `from` is included, `to` is not. */
  from?: number;
  to?: number;
  /** The decision of exactly this moment. */
  moment?: Moment;
  requestId?: string;
  /** The decision has one of each group. The rarest group first: that one is looked along. */
  identities?: readonly (readonly number[])[];
  riskLevel?: string;
  suggestedAction?: string;
  riskSetting?: string;
  source?: DecisionSource;
  modelName?: string;
  modelVersion?: string;
  seen?: boolean;
  /** One of these; null is no report. */
  outcomes?: readonly (string | null)[];
  /** Both included. */
  scoreFrom?: number;
  scoreTo?: number;
}

/** A decision in a list: without what only its own page shows. */
export interface ListedDecision
  extends Moment,
    Omit<DecisionRecord, "decidedAt" | "evidence" | "featureSet" | "features"> {
  /** Whether anything was seen of the browser. */
  seen: boolean;
  /** The newest report; null where there is none. */
  outcome: string | null;
}

/** How many decisions of one kind had this score. */
export interface ScoreTally {
  kind: DecisionKind;
  riskScore: number;
  count: number;
}

/** How many decisions of one kind were made in a step of time, and the sum of their scores. */
export interface TimeTally {
  kind: DecisionKind;
  /** The step's beginning, Unix ms. */
  at: number;
  count: number;
  scoreSum: number;
}

/** What decisions are counted by beside time; the last four are countries. */
export const placeKinds = ["hotel", "hotelCountry", "billing", "phone", "network"] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface PlaceTally {
  /** A hotel's identity, or a country's two letters. */
  place: number | string;
  decisions: number;
  denied: number;
}

/** One way in which a hotel was called. */
export interface HotelRecord {
  /** Its identity. */
  hotel: number;
  name: string;
  country: string;
  referenceId: string | null;
  giataId: string | null;
}

/** What two decisions are linked by for people to see. */
export const linkKinds = [
  "device",
  "email",
  "phone",
  "ip",
  "name",
  "booker",
] as const satisfies readonly IdentityKind[];
export type LinkKind = (typeof linkKinds)[number];

/** Other decisions with the same identity. */
export interface LinkCount {
  kind: LinkKind;
  /** Not more than so many days before or after; and ever. Both end at `linkLimits.counted`. */
  within: number;
  ever: number;
}

export interface LinkedDecision extends ListedDecision {
  /** All that it has in common with the decision that was asked for. */
  shares: LinkKind[];
}

export const linkLimits = {
  /** Every count of links ends here. */
  counted: 1000,
  /** The nearest in time so many of one identity are told, before and after together. */
  told: 40,
} as const;

export interface Store {
  projects: {
    create(project: ProjectRecord, audit?: AuditRecord): Promise<void>;
    list(): Promise<ProjectRecord[]>;
    find(id: string): Promise<ProjectRecord | null>;
    /** @returns whether there is such a project. */
    setRiskSetting(id: string, riskSetting: string, audit?: AuditRecord): Promise<boolean>;
    rename(id: string, name: string, audit?: AuditRecord): Promise<boolean>;
    /** Out of use, or in use again (null); its keys' next look-up says so. */
    setArchived(id: string, archivedAt: number | null, audit?: AuditRecord): Promise<boolean>;
    /** Null where there is no such project. */
    choices(id: string): Promise<ProjectChoices | null>;
    setMoneyTerms(id: string, terms: string | null, audit?: AuditRecord): Promise<boolean>;
    setTelemetryRetention(id: string, days: number | null, audit?: AuditRecord): Promise<boolean>;
  };
  /** A line of audit is written by the same commit as the change, where there was one. */
  keys: {
    create(key: KeyRecord, audit?: AuditRecord): Promise<void>;
    list(projectId: string): Promise<KeyRecord[]>;
    find(keyId: string): Promise<KeyRecord | null>;
    /** Never from a cache: a revocation by another process holds for the next look-up. */
    findOwner(hash: string): Promise<KeyOwner | null>;
    /** Keeps the first revocation's time. @returns whether there is such a key. */
    revoke(keyId: string, at: number, audit?: AuditRecord): Promise<boolean>;
    /** Holds for the next look-up, as a revocation does. @returns whether there is such a key. */
    setAllowedOrigins(
      keyId: string,
      origins: readonly string[] | null,
      audit?: AuditRecord,
    ): Promise<boolean>;
    rename(keyId: string, name: string, audit?: AuditRecord): Promise<boolean>;
    /** Notes when keys were last used. */
    touch(lastUsed: ReadonlyMap<string, number>): Promise<void>;
  };
  collections: {
    find(projectId: string, id: string): Promise<CollectionRecord | null>;
    /** @returns false, and nothing changed, where somebody else changed the row meanwhile. */
    append(collection: CollectionRecord, batch: BatchRecord): Promise<boolean>;
    batches(projectId: string, id: string): Promise<BatchRecord[]>;
    /** The projects of which any batch is kept. */
    projects(): Promise<string[]>;
    /** Of so many of a project's collections, in no order: all of them where it has fewer. */
    arrivals(projectId: string, limit: number): Promise<CollectionArrival[]>;
    /**
     * Deletes a project's batches that were received before a time, the oldest first and only so
     * many that it holds nobody up, and the collections of which none is left.
     * @returns how many, and whether there may be more.
     */
    deleteBefore(projectId: string, receivedAt: number): Promise<DeletedTelemetry>;
  };
  history: {
    /**
     * What was on disk of an attempt's identities as of then: the attempts from `since` on that
     * came before it, and what had been reported by its time.
     */
    asOf(
      projectId: string,
      identities: Identities,
      since: number,
      before: Moment,
    ): Promise<History>;
  };
  decisions: {
    /**
     * Puts a decision on disk with its sighting and its idempotency key, all or nothing.
     * @returns false, and nothing changed, where the idempotency key is already in use.
     */
    commit(decision: NewDecision): Promise<boolean>;
    find(projectId: string, id: string): Promise<DecisionRecord | null>;
    /** Which of these decisions the project has. */
    known(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
    /** A project's decisions in the order of their time, those after one; "" for the first. */
    after(projectId: string, id: string, limit: number): Promise<DecisionRecord[]>;
    findIdempotent(
      projectId: string,
      keyHash: string,
      since: number,
    ): Promise<IdempotencyRecord | null>;
    putFeatureSet(featureSet: FeatureSetRecord): Promise<void>;
    findFeatureSet(id: string): Promise<FeatureSetRecord | null>;
  };
  /**
   * For people who look decisions up. Behind what is on disk by a second while a service runs; an
   * outcome that was reported is here as late. Answered beside everything else: a slow one holds
   * up no decision.
   */
  lookUp: {
    /** The newest that fit, those of one moment in the order of their `tie`; before a moment. */
    list(
      projectId: string,
      filter: DecisionFilter,
      before: Moment | null,
      limit: number,
    ): Promise<ListedDecision[]>;
    /** What shares an identity with a decision, oldest first; null where there is none such. */
    linked(
      projectId: string,
      decisionId: string,
      withinMs: number,
    ): Promise<{ counts: LinkCount[]; decisions: LinkedDecision[] } | null>;
    /** Every way in which the project's hotels were called. */
    hotels(projectId: string): Promise<HotelRecord[]>;
    /** Of whole hours, UTC: of the one that has `from` in it to the last that begins before `to`. */
    byScore(projectId: string, from: number, to: number): Promise<ScoreTally[]>;
    /** The same hours, in steps of an hour or a day. */
    byTime(projectId: string, from: number, to: number, step: "hour" | "day"): Promise<TimeTally[]>;
    /** Of whole days, UTC; those with the most decisions first. */
    byPlace(
      projectId: string,
      place: PlaceKind,
      range: { from: number; to: number },
      limit: number,
    ): Promise<PlaceTally[]>;
    /** A project's telemetry that was received before a time; never behind. */
    telemetryBefore(projectId: string, receivedAt: number): Promise<AgedTelemetry>;
    /** How many decisions and reports, of all projects, cannot be found here yet. */
    behind(): Promise<number>;
  };
  outcomes: {
    /**
     * Adds a report, unless the decision's newest says the same.
     * @returns the newest as it is now.
     */
    report(outcome: OutcomeRecord): Promise<OutcomeRecord>;
    /** A decision's reports, oldest first. */
    list(projectId: string, decisionId: string): Promise<OutcomeRecord[]>;
    /** The reports of all decisions from one to another, both included, oldest first. */
    between(projectId: string, firstId: string, lastId: string): Promise<OutcomeRecord[]>;
  };
  /** What is changed here is in the audit by the same commit. */
  models: {
    /** @returns false, and nothing changed, where there is one of that name and version. */
    add(model: ModelRecord, audit: AuditRecord): Promise<boolean>;
    list(): Promise<ModelRecord[]>;
    find(name: string, version: string): Promise<ModelRecord | null>;
    roles(): Promise<ModelRoles>;
    /**
     * Makes a model the active one and ends its shadow there.
     * @param onlyFirst only where none is active yet.
     * @returns whether it did.
     */
    promote(
      promotion: Omit<PromotionRecord, "seq">,
      audit: AuditRecord,
      onlyFirst?: boolean,
    ): Promise<boolean>;
    /** @returns false, and nothing changed, where this promotion is not the active one any more. */
    rollback(promotion: PromotionRecord, audit: AuditRecord): Promise<boolean>;
    /** In the place of whichever was in the shadow there. */
    shadow(shadow: ShadowRecord, audit: AuditRecord): Promise<void>;
    /** @returns whether it was in the shadow there. */
    endShadow(shadow: Omit<ShadowRecord, "startedAt">, audit: AuditRecord): Promise<boolean>;
    /** Out of use, or back among the candidates (null). @returns false where it is in use. */
    retire(
      model: Pick<ModelRecord, "name" | "version" | "retiredAt">,
      audit: AuditRecord,
    ): Promise<boolean>;
    /**
     * @returns a function that tells, at the price of one small read, whether any of this may have
     *   been changed since its last call, by any process.
     */
    changes(): () => boolean;
  };
  audit: {
    add(audit: AuditRecord): Promise<void>;
    /** The newest first. */
    list(limit: number, projectId?: string): Promise<AuditRecord[]>;
    /** What was done to one thing, such as a model, the newest first. */
    about(subject: string, limit: number): Promise<AuditRecord[]>;
  };
  /** Who may sign in, and what each may do. What is changed is in the audit by the same commit. */
  people: {
    list(): Promise<PersonRecord[]>;
    find(userId: string): Promise<PersonRecord | null>;
    findByEmail(email: string): Promise<PersonRecord | null>;
    /** Of all people, or of one. */
    grants(userId?: string): Promise<GrantRecord[]>;
    /**
     * Gives a person a role in the place of the one there, or takes it away (null).
     * @returns false, and nothing changed, where nobody would be left who owns all projects.
     */
    setRole(
      userId: string,
      projectId: string | null,
      role: Role | null,
      audit: AuditRecord,
    ): Promise<boolean>;
    rename(userId: string, name: string, audit: AuditRecord): Promise<boolean>;
    /** With sessions, password and roles. @returns false as `setRole` does. */
    remove(userId: string, audit: AuditRecord): Promise<boolean>;
    /** Those that have not expired, the newest first. */
    sessions(userId: string, at: number): Promise<SessionRecord[]>;
    /** @returns whether it was a session of that person. */
    endSession(userId: string, sessionId: string, audit: AuditRecord): Promise<boolean>;
    /** Ends all but one of a person's sessions. */
    endOtherSessions(userId: string, sessionId: string, audit: AuditRecord): Promise<number>;
    /** In the place of those with the same purpose for the same address and project. */
    addLink(link: LinkRecord, audit: AuditRecord): Promise<void>;
    findLink(hash: string): Promise<LinkRecord | null>;
    /** Those that can still be used. */
    links(at: number): Promise<LinkRecord[]>;
    /** @returns whether there was such a link. */
    withdrawLink(id: string, audit: AuditRecord): Promise<boolean>;
    /**
     * Uses a link up and adds the person, both or neither.
     * @returns "gone" where the link was used or withdrawn meanwhile, "taken" where there is
     *   somebody with that address; then nothing was changed.
     */
    join(hash: string, added: NewPerson, audit: AuditRecord): Promise<"done" | "gone" | "taken">;
    /**
     * Uses a link up, sets a new password and ends all sessions.
     * @returns whether it did.
     */
    setPassword(
      hash: string,
      userId: string,
      passwordHash: string,
      audit: AuditRecord,
    ): Promise<boolean>;
    /** Takes a person's second factor away, and ends their sessions. */
    dropTwoFactor(userId: string, audit: AuditRecord): Promise<void>;
    /** The service's own secret of that name: this one from now on, where there was none. */
    secret(name: string, ifNone: string): Promise<string>;
  };
  /** What the log-in library does to its own tables. */
  signIns: {
    create(table: SignInTable, row: SignInRow): Promise<SignInRow>;
    find(
      table: SignInTable,
      where: readonly SignInCondition[],
      limit: number,
    ): Promise<SignInRow[]>;
    /** Adds to numbers and sets values, in one step. @returns the rows as they are now. */
    update(
      table: SignInTable,
      where: readonly SignInCondition[],
      set: SignInRow,
      add?: Readonly<Record<string, number>>,
    ): Promise<SignInRow[]>;
    /** @returns what was removed. */
    remove(table: SignInTable, where: readonly SignInCondition[]): Promise<SignInRow[]>;
    /** Removes sessions and unfinished sign-ins whose time is over. */
    sweep(at: number): Promise<void>;
  };
  replays: {
    /** Adds it, or changes the one of that id. */
    put(replay: ReplayRecord): Promise<void>;
    find(id: string): Promise<ReplayRecord | null>;
    /** The one that started last, of this model: finished or not, for one project or for all. */
    newest(name: string, version: string): Promise<ReplayRecord | null>;
    /** A model's, the newest first, without their reports (null). */
    list(name: string, version: string): Promise<ReplayRecord[]>;
  };
  shadow: {
    /** Adds those that are not there yet, all or nothing. */
    add(scores: readonly ShadowScore[]): Promise<void>;
    /** A project's, of the decisions from one to another, both included, in their order. */
    list(projectId: string, firstId: string, lastId: string): Promise<ShadowScore[]>;
    /** Every pair of scores that a model in the shadow and the one in service gave. */
    pairs(name: string, version: string, projectId: string | null): Promise<ScorePair[]>;
  };
  reasons: {
    /** In the place of what was there. */
    put(reasons: ReasonsRecord): Promise<void>;
    find(projectId: string, decisionId: string): Promise<ReasonsRecord | null>;
  };
  /** Resolves where both reading and writing work. */
  check(): Promise<void>;
  close(): Promise<void>;
}
