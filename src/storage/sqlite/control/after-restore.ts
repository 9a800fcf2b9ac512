/** What a restored `control.db` must not bring back. */
import type { Database } from "bun:sqlite";
import { isoTime } from "../../../base/iso-time.ts";
import { openForReading, openForWriting } from "../open.ts";

export interface UsableKey {
  keyId: string;
  projectId: string;
  kind: "secret" | "publishable";
  /** Its first 8 and last 4 characters. */
  display: string;
  name: string;
}

/** An account that may change everything in a project, or in all. */
export interface RestoredOwner {
  email: string;
  name: string;
  /** Null: of all projects. */
  projectId: string | null;
}

/** What signs in to an account without its password. */
export interface RestoredPasskey {
  email: string;
  name: string;
  /** ISO 8601. */
  addedAt: string;
}

export interface AfterRestore {
  /** Those of the backup: whoever could write to it may have added some. */
  owners: RestoredOwner[];
  passkeys: RestoredPasskey[];
  /** Keys that can be used now. One that was revoked after the backup is among them. */
  usableKeys: UsableKey[];
  revokedKeys: UsableKey[];
  endedSessions: number;
  endedLinks: number;
}

export interface AfterRestoreOptions {
  now: number;
  actor: string;
  backupAt: string;
  /** Keys that were revoked in the data that is replaced; "all" revokes every one. */
  revoke: ReadonlySet<string> | "all";
}

/**
 * Ends every session, pending sign-in and one-time link: one of them may have been ended after the
 * backup was made. Revokes the keys that are named, and writes an audit entry.
 *
 * @param folder the unpacked backup, whose `control.db` is migrated.
 */
export function endAccess(folder: string, options: AfterRestoreOptions): AfterRestore {
  const { now, actor, backupAt, revoke } = options;
  const control = openForWriting(folder, "control");
  const deleted = (table: string) => control.run(`DELETE FROM ${table}`).changes;
  try {
    return control
      .transaction(() => {
        const endedSessions = deleted("sessions");
        deleted("verifications");
        const endedLinks = deleted("links");
        const keys = control
          .query<UsableKey, []>(
            "SELECT id AS keyId, project_id AS projectId, kind, start || '…' || \"end\" AS display, name " +
              "FROM keys WHERE revoked_at IS NULL ORDER BY project_id, created_at",
          )
          .all();
        const isRevoked = ({ keyId }: UsableKey) => revoke === "all" || revoke.has(keyId);
        const revokedKeys = keys.filter(isRevoked);
        for (const { keyId } of revokedKeys) {
          control.run("UPDATE keys SET revoked_at = ? WHERE id = ?", [now, keyId]);
        }
        const detail = { backupAt, revokedKeys: revokedKeys.map(({ keyId }) => keyId) };
        control.run(
          "INSERT INTO audit (at, actor, action, subject, project_id, detail) VALUES (?, ?, ?, ?, NULL, ?)",
          [now, actor, "data.restore", "data", JSON.stringify(detail)],
        );
        const usableKeys = keys.filter((key) => !isRevoked(key));
        return { ...whoHasAccess(control), usableKeys, revokedKeys, endedSessions, endedLinks };
      })
      .immediate();
  } finally {
    control.run("PRAGMA wal_checkpoint(TRUNCATE)");
    control.close();
  }
}

function whoHasAccess(control: Database): Pick<AfterRestore, "owners" | "passkeys"> {
  const owners = control
    .query<RestoredOwner, []>(
      "SELECT email, name, nullif(project_id, '') AS projectId FROM grants JOIN users ON id = user_id " +
        "WHERE role = 'owner' ORDER BY project_id, email",
    )
    .all();
  const passkeys = control
    .query<{ email: string; name: string; createdAt: number }, []>(
      "SELECT email, coalesce(passkeys.name, '') AS name, passkeys.created_at AS createdAt " +
        "FROM passkeys JOIN users ON users.id = user_id ORDER BY email, createdAt",
    )
    .all()
    .map(({ createdAt, ...one }) => ({ ...one, addedAt: isoTime(createdAt) }));
  return { owners, passkeys };
}

/**
 * The IDs of keys that were revoked in a data folder, of any version: it is not migrated.
 * @throws where its `control.db` cannot be read.
 */
export function revokedKeys(folder: string): string[] {
  const control = openForReading(folder, "control");
  try {
    return control
      .query<{ id: string }, []>("SELECT id FROM keys WHERE revoked_at IS NOT NULL")
      .all()
      .map(({ id }) => id);
  } finally {
    control.close();
  }
}
