/**
 * What was refused lately, for the page on which a project makes its first calls. In memory alone,
 * and bounded. Of what the callers wrote there is nothing in it but the origin of their page.
 */
import { LatelyUsed } from "../lately-used.ts";
import type { Problem } from "./problem.ts";

/** Projects that are remembered; of each the newest refusal of each kind, and few are the kinds. */
const projectsMax = 1000;
/** Places in a body that are remembered of one refusal, and the characters of a text. */
const pointersMax = 5;
const charactersMax = 200;

/** Which of the public doors it was. */
export type PublicDoor = "risk" | "outcome" | "batch";

export interface Refusal {
  door: PublicDoor;
  /** As in the answer: `validation_failed`, `origin_not_allowed`. */
  code: string;
  /** Unix ms: the newest of them. */
  at: number;
  /** How many since the service started, or since the project was last forgotten. */
  count: number;
  /** The newest one's faulty places, JSON Pointers, and the origin of the page that it came from. */
  pointers: readonly string[];
  origin: string | null;
}

export type RefusalLog = ReturnType<typeof refusalLog>;

export function refusalLog(now: () => number) {
  const byProject = new LatelyUsed<Map<string, Refusal>>(projectsMax);
  return {
    /** @param projectId null where the key told none. */
    note(
      projectId: string | null,
      door: PublicDoor,
      { code, errors = [] }: Pick<Problem, "code" | "errors">,
      origin: string | null = null,
    ): void {
      const name = projectId ?? "";
      const kinds = byProject.get(name) ?? new Map<string, Refusal>();
      const kind = `${door} ${code}`;
      kinds.set(kind, {
        ...{ door, code, at: now(), count: (kinds.get(kind)?.count ?? 0) + 1 },
        pointers: errors.slice(0, pointersMax).map(({ pointer }) => cut(pointer)),
        origin: origin === null ? null : cut(origin),
      });
      byProject.set(name, kinds);
    },

    /** Newest first; of null those whose key told no project. */
    of(projectId: string | null): Refusal[] {
      const kinds = byProject.get(projectId ?? "");
      return [...(kinds?.values() ?? [])].sort((a, b) => b.at - a.at);
    },
  };
}

const cut = (text: string) => text.slice(0, charactersMax);
