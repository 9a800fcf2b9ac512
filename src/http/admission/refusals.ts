/**
 * The latest refused calls of each project, for the dashboard's Getting started page. They are in
 * memory only, and bounded. The only text of a caller in them is the origin of its page.
 */
import { RecentValues } from "../../base/recent-values.ts";
import type { AnyCode, Problem } from "../problems/problem.ts";

/** Projects that are remembered. Each has its newest refusal of each endpoint and code. */
const projectsMax = 1000;
/** JSON Pointers that are remembered of one refusal, and the characters of each. */
const pointersMax = 5;
const charactersMax = 200;

/** The public endpoints, by short names. */
export type PublicEndpoint =
  | "risk"
  | "outcome"
  | "decision"
  | "listAdd"
  | "listEntries"
  | "listArchive"
  | "batch";

export interface Refusal {
  endpoint: PublicEndpoint;
  /** As in the answer: `validation_failed`, `origin_not_allowed`. */
  code: string;
  /** Unix ms: the newest of them. */
  at: number;
  /** How many since the service started, or since the project was evicted from memory. */
  count: number;
  /** JSON Pointers to what the newest one refused, and the origin of the page that sent it. */
  pointers: readonly string[];
  origin: string | null;
}

export type RefusalLog = ReturnType<typeof refusalLog>;

/** @param count called with every refusal. */
export function refusalLog(
  now: () => number,
  count: (endpoint: PublicEndpoint, code: AnyCode) => void = () => {},
) {
  const byProject = new RecentValues<Map<string, Refusal>>(projectsMax);
  return {
    /** @param projectId null where the key belongs to no project. */
    note(
      projectId: string | null,
      endpoint: PublicEndpoint,
      { code, errors = [] }: Pick<Problem, "code" | "errors">,
      origin: string | null = null,
    ): void {
      count(endpoint, code);
      const name = projectId ?? "";
      let kinds = byProject.get(name);
      if (!kinds) {
        kinds = new Map<string, Refusal>();
        byProject.set(name, kinds);
      }
      const kind = `${endpoint} ${code}`;
      kinds.set(kind, {
        endpoint,
        code,
        at: now(),
        count: (kinds.get(kind)?.count ?? 0) + 1,
        pointers: errors.slice(0, pointersMax).map(({ pointer }) => cut(pointer)),
        origin: origin === null ? null : cut(origin),
      });
    },

    /** Newest first; for null those whose key belongs to no project. */
    of(projectId: string | null): Refusal[] {
      const kinds = byProject.get(projectId ?? "");
      return [...(kinds?.values() ?? [])].sort((a, b) => b.at - a.at);
    },
  };
}

const cut = (text: string) => text.slice(0, charactersMax);
