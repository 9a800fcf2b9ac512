/**
 * Projects in `history.db` go by a number: its rows are short and written by the million. The table
 * `filed_projects` assigns the numbers. Both columns are unique, so that no two projects can share
 * one, and a number is never changed or reused.
 */
import type { Database } from "bun:sqlite";

const findSql = "SELECT number FROM filed_projects WHERE project_id = ?";

/** @returns a function that finds a project's number; null while nothing of it is indexed. */
export function projectNumbers(history: Database): (projectId: string) => number | null {
  const find = history.query<{ number: number }, [string]>(findSql);
  const known = new Map<string, number>();
  return (projectId) => {
    let number = known.get(projectId);
    if (number === undefined) {
      number = find.get(projectId)?.number;
      if (number === undefined) return null; // Not cached: the next group may assign one.
      known.set(projectId, number);
    }
    return number;
  };
}

/**
 * @returns a function that begins a group of rows; it returns a function that finds or assigns a
 *   project's number. Numbers are read again for each group, since a group that is rolled back
 *   takes the numbers it assigned with it.
 */
export function projectNumbering(history: Database): () => (projectId: string) => number {
  const add = history.query("INSERT OR IGNORE INTO filed_projects (project_id) VALUES (?)");
  const find = history.query<{ number: number }, [string]>(findSql);
  return () => {
    const known = new Map<string, number>();
    return (projectId) => {
      let number = known.get(projectId);
      if (number === undefined) {
        number = find.get(projectId)?.number;
        if (number === undefined) {
          add.run(projectId);
          number = find.get(projectId)!.number;
        }
        known.set(projectId, number);
      }
      return number;
    };
  };
}
