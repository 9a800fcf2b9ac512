/** Who can sign in to the dashboard, and what each role allows them to do in which project. */
import type { AuditRecord } from "./audit.ts";
import type { Role } from "./roles.ts";

/** Somebody who can sign in. */
export interface UserRecord {
  id: string;
  name: string;
  /** In lower case; unique. */
  email: string;
  /** Whether an authenticator app is set up. */
  twoFactorEnabled: boolean;
  hasPasskey: boolean;
  createdAt: number;
  /**
   * Who made the invitation that the account was created with. Nobody else has confirmed that the
   * address is the holder's. Null: the first owner, or an account of an older version.
   */
  vouchedBy: string | null;
}

/** A user's role in a project, or in all projects (null). */
export interface GrantRecord {
  userId: string;
  projectId: string | null;
  role: Role;
  grantedAt: number;
}

/** One browser in which a user is signed in. */
export interface SessionRecord {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: number;
  /** When it was last extended. */
  updatedAt: number;
  expiresAt: number;
}

/** A browser in which a user need not enter the second factor for a time. */
export interface TrustedDeviceRecord {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  /** Of its last sign-in. */
  createdAt: number;
  expiresAt: number;
}

/** A key of a user's device or password manager, which signs in by itself. */
export interface PasskeyRecord {
  id: string;
  name: string;
  /** Whether it is synchronised between devices. */
  backedUp: boolean;
  createdAt: number;
}

/** A link that works once: for the first owner, an invitation, or a new password. */
export interface OneTimeLinkRecord {
  id: string;
  /** SHA-256 of the token in the link, hex. The token itself is never stored. */
  hash: string;
  purpose: "first-owner" | "invitation" | "password";
  /** Whom it is for; null where the person who opens the link enters the address. */
  email: string | null;
  /** The new user's role, in one project or in all (null); null for a password. */
  role: Role | null;
  projectId: string | null;
  createdBy: string;
  /** The account that made it, whose right it depends on; null: an operator with the data folder. */
  creatorId: string | null;
  createdAt: number;
  expiresAt: number;
}

/** What using an invitation adds: a user with a password and a role. */
export interface NewUser {
  user: Omit<UserRecord, "hasPasskey">;
  passwordHash: string;
  grant: Omit<GrantRecord, "userId">;
}

/** Kinds of second factors. */
export interface SecondFactors {
  /** The authenticator app, with its backup codes. */
  app: boolean;
  passkeys: boolean;
}

/** Every change writes its audit entry in the same commit. */
export interface AccountStore {
  list(): Promise<UserRecord[]>;
  find(userId: string): Promise<UserRecord | null>;
  findByEmail(email: string): Promise<UserRecord | null>;
  /** Of all users, or of one. */
  grants(userId?: string): Promise<GrantRecord[]>;
  /**
   * Replaces the role that a user has there, or takes it away (null). Whoever is no longer an owner there loses the
   * invitations that they made there; of all projects, all of them.
   * @returns `set`; or, with nothing changed, `gone` where they have no role there, and `last` where no owner of all
   *   projects would be left.
   */
  setRole(
    userId: string,
    projectId: string | null,
    role: Role | null,
    audit: AuditRecord,
  ): Promise<"set" | "gone" | "last">;
  rename(userId: string, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Removes a user with their sessions, password, roles and invitations.
   * @returns false, and nothing was changed, if no owner of all projects would be left.
   */
  remove(userId: string, audit: AuditRecord): Promise<boolean>;
  /** Those that have not expired, newest first. */
  sessions(userId: string, at: number): Promise<SessionRecord[]>;
  /** @returns whether the user had that session. */
  endSession(userId: string, sessionId: string, audit: AuditRecord): Promise<boolean>;
  /** Ends all of a user's sessions but one. */
  endOtherSessions(userId: string, sessionId: string, audit: AuditRecord): Promise<number>;
  /** Those that have not expired, newest first. */
  trustedDevices(userId: string, at: number): Promise<TrustedDeviceRecord[]>;
  /** @returns whether the user had that device. */
  endTrustedDevice(userId: string, deviceId: string, audit: AuditRecord): Promise<boolean>;
  /** Ends all of a user's trusted devices, and sign-ins that await their second factor. */
  endTrust(userId: string): Promise<void>;
  /** Replaces links with the same purpose, address and project. */
  addLink(link: OneTimeLinkRecord, audit: AuditRecord): Promise<void>;
  findLink(hash: string): Promise<OneTimeLinkRecord | null>;
  /** Those that can still be used. */
  links(at: number): Promise<OneTimeLinkRecord[]>;
  /** @returns whether the link existed. */
  withdrawLink(id: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Uses a link up and adds the user, both or neither.
   * @returns "gone" if the link was used or withdrawn in the meantime, "taken" if the address
   *   already has an account; in both cases nothing was changed.
   */
  join(hash: string, added: NewUser, audit: AuditRecord): Promise<"done" | "gone" | "taken">;
  /**
   * Uses a link up and gives an existing user its role, both or neither.
   * @returns "gone" as `join`, "taken" if the user has a role there already; in both cases nothing
   *   was changed.
   */
  accept(hash: string, grant: GrantRecord, audit: AuditRecord): Promise<"done" | "gone" | "taken">;
  /**
   * Uses a link up, sets a new password and ends all of the user's sessions and trusted devices.
   * @returns whether the link was still valid.
   */
  setPassword(
    hash: string,
    userId: string,
    passwordHash: string,
    audit: AuditRecord,
  ): Promise<boolean>;
  /** Oldest first. */
  passkeys(userId: string): Promise<PasskeyRecord[]>;
  /** @returns whether the user had that passkey. */
  renamePasskey(
    userId: string,
    passkeyId: string,
    name: string,
    audit: AuditRecord,
  ): Promise<boolean>;
  /** @returns whether the user had that passkey. */
  removePasskey(userId: string, passkeyId: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Removes second factors of a user and the password, which alone would otherwise be enough until a
   * new one is set, and ends their sessions and trusted devices.
   */
  dropTwoFactor(userId: string, kinds: SecondFactors, audit: AuditRecord): Promise<void>;
  /**
   * Marks an app's code as used, and forgets those that were used before `since`.
   * @returns false if it was used since then.
   */
  useCode(hash: string, at: number, since: number): Promise<boolean>;
  /**
   * The service's own secret of that name, which is in a file of its own: whoever gets hold of a copy
   * of the database only cannot read what it encrypts. If there is none yet, `ifNone` becomes it.
   */
  secret(name: string, ifNone: string): Promise<string>;
}
