/** The progress of a replay, in a file, from which an interrupted one continues. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../../evaluation/replay/replay.ts";

interface Kept extends Progress {
  /** What was asked: a replay with other flags does not continue from here. */
  question: string;
  /** When the replay began: what is mature stays as of then. */
  asOf: number;
}

const everyMs = 5000;

export class Checkpoint {
  readonly #file: string;
  readonly #question: string;
  #keptAt = Number.NEGATIVE_INFINITY;

  /** @param question everything that the result depends on, as text. */
  constructor(folder: string, question: string) {
    this.#file = join(folder, "checkpoint.json");
    this.#question = question;
  }

  /** What an earlier run of the same question left; null where there is none. */
  left(): Kept | null {
    let kept: Kept;
    try {
      kept = JSON.parse(readFileSync(this.#file, "utf8")) as Kept;
    } catch {
      return null; // None, or not whole: then it is begun anew.
    }
    return kept.question === this.#question ? kept : null;
  }

  /** Saves the first one at once, then at intervals; an interruption loses at most one interval. */
  keep(progress: Progress, asOf: number): void {
    if (performance.now() - this.#keptAt < everyMs) return;
    const partial = `${this.#file}.partial`;
    const kept: Kept = { question: this.#question, asOf, ...progress };
    writeFileSync(partial, JSON.stringify(kept), { mode: 0o600 });
    renameSync(partial, this.#file);
    this.#keptAt = performance.now();
  }

  /** The replay is done. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
