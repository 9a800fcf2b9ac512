/**
 * Reads that are asked for in the same turn of the event loop, or while the last read is under way, in
 * one round trip. A read begins after each of its questions was asked, so that it sees all that was
 * committed before.
 */
import { patienceMs } from "./group-writer.ts";

/** Questions of one read at most; the rest go into the next. */
const atOnce = 500;

interface Waiting<Answer> {
  resolve(answer: Answer | null): void;
  reject(error: unknown): void;
}

/**
 * @param read answers several questions; one without an answer is not in the map.
 * @param under how many reads may be under way at once.
 */
export function readTogether<Answer>(
  read: (questions: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
  under = 2,
): (question: string) => Promise<Answer | null> {
  const waiting = new Map<string, Waiting<Answer>[]>();
  let reading = 0;
  let scheduled = false;

  async function next(): Promise<void> {
    scheduled = false;
    while (waiting.size > 0 && reading < under) {
      const taken = new Map([...waiting].slice(0, atOnce));
      for (const question of taken.keys()) waiting.delete(question);
      reading += 1;
      const start = performance.now();
      read([...taken.keys()])
        .then(
          (answers) => {
            for (const [question, all] of taken) {
              for (const one of all) one.resolve(answers.get(question) ?? null);
            }
          },
          (error) => {
            const late = performance.now() - start > patienceMs ? [...waiting.values()] : [];
            if (late.length > 0) waiting.clear();
            for (const all of [...taken.values(), ...late])
              for (const one of all) one.reject(error);
          },
        )
        .finally(() => {
          reading -= 1;
          void next();
        });
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      const same = waiting.get(question);
      if (same) same.push({ resolve, reject });
      else waiting.set(question, [{ resolve, reject }]);
      if (scheduled || reading >= under) return;
      scheduled = true;
      setImmediate(next);
    });
}
