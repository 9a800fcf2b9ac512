/**
 * Work that takes long and is not urgent: one piece at a time, projects in turns, and within a project its
 * people in turns. Those who ask most wait longest, and nobody can take all places.
 */

export interface Asker {
  /** A project's identifier, or a name for all of them. */
  project: string;
  person: string;
}

export interface FairQueueLimits {
  /** Pieces of one person that are in progress or waiting. */
  perPerson: number;
  /** Pieces of one project. */
  perProject: number;
  /** Pieces of all. */
  total: number;
}

/** No place is left. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
  /** Whose places are taken. */
  readonly of: "person" | "project" | "all";

  constructor(of: QueueFull["of"]) {
    super(`too much waits already: ${of}`);
    this.of = of;
  }
}

export interface FairQueue {
  /** @throws QueueFull at once, and nothing was begun; or the error of the work. */
  run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
}

interface Piece {
  person: string;
  begin: () => Promise<void>;
}

export function fairQueue(limits: FairQueueLimits): FairQueue {
  /** The first of both is next; whose turn it was comes last. */
  const waiting = new Map<string, Piece[]>();
  const held = { person: new Map<string, number>(), project: new Map<string, number>(), all: 0 };
  let isBusy = false;

  function assertPlace({ project, person }: Asker): void {
    if ((held.person.get(person) ?? 0) >= limits.perPerson) throw new QueueFull("person");
    if ((held.project.get(project) ?? 0) >= limits.perProject) throw new QueueFull("project");
    if (held.all >= limits.total) throw new QueueFull("all");
  }

  function hold({ project, person }: Asker, by: 1 | -1): void {
    add(held.person, person, by);
    add(held.project, project, by);
    held.all += by;
  }

  function next(): Piece | undefined {
    const [turn] = waiting;
    if (!turn) return;
    const [project, pieces] = turn;
    const piece = pieces.shift()!;
    waiting.delete(project);
    // The person's other pieces go behind those of the rest of the project, in their order.
    const others = pieces.filter(({ person }) => person !== piece.person);
    const own = pieces.filter(({ person }) => person === piece.person);
    if (pieces.length > 0) waiting.set(project, [...others, ...own]);
    return piece;
  }

  async function workOff(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let piece = next(); piece; piece = next()) await piece.begin();
    isBusy = false;
  }

  return {
    async run(asker, work) {
      assertPlace(asker);
      hold(asker, 1);
      const result = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const begin = async () => {
        try {
          result.resolve(await work());
        } catch (error) {
          result.reject(error);
        } finally {
          hold(asker, -1);
        }
      };
      const pieces = waiting.get(asker.project) ?? [];
      waiting.set(asker.project, [...pieces, { person: asker.person, begin }]);
      void workOff();
      return result.promise;
    },
  };
}

function add(counts: Map<string, number>, of: string, by: number): void {
  const count = (counts.get(of) ?? 0) + by;
  if (count > 0) counts.set(of, count);
  else counts.delete(of);
}
