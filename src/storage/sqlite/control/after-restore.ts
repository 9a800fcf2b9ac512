/** What a restored `control.db` must not bring back. */
import { openForReading, openForWriting } from "../open.ts";

export interface UsableKey {
  keyId: string;
  projectId: string;
  kind: "secret" | "publishable";
  /** Its first 8 and last 4 characters. */
  display: string;
  name: string;
}

export interface AfterRestore {
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
        return { usableKeys, revokedKeys, endedSessions, endedLinks };
      })
      .immediate();
  } finally {
    control.run("PRAGMA wal_checkpoint(TRUNCATE)");
    control.close();
  }
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
