/**
 * Checks bundles in a separate process, so that a hostile or broken model cannot crash the caller. This
 * side hands over a bundle's bytes and never looks at them, only at the report: the process can open no
 * file itself.
 */
import { readFileSync } from "node:fs";
import { Value } from "@sinclair/typebox/value";
import { type BundleFiles, readBundleFiles } from "./bundle-files.ts";
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { type CheckReport, CheckReportSchema } from "./check-report.ts";
import type { Answer, Question } from "./checker-process.ts";

/** The checking process itself failed, independently of the bundle. */
export class CheckerUnavailable extends Error {
  override readonly name = "CheckerUnavailable";
}

export interface CheckerOptions {
  /** The program and arguments that call `answerChecks` on its standard input and output. */
  command: readonly string[];
  /** Time limit for all checks of one bundle; default 60. */
  seconds?: number;
  /** Memory limit of the process, MiB; default 1,024. */
  memoryMib?: number;
}

export interface Checker {
  /**
   * Checks a bundle's folder; concurrent calls run one after another.
   *
   * @throws BundleRefused where the bundle is invalid, which includes that it crashed the process.
   * @throws CheckerUnavailable where the process does not start.
   */
  check(folder: string): Promise<CheckReport>;
  /**
   * Checks only that a bundle can be loaded: see safety.ts.
   *
   * @throws BundleRefused where it must not be, which includes that it crashed the process or did not end.
   * @throws CheckerUnavailable where the process does not start.
   */
  assertSafe(files: BundleFiles): Promise<void>;
  /** Ends the process and any check in flight. */
  close(): Promise<void>;
}

const answerBytesMax = 4 * 1024 * 1024;
const watchIntervalMs = 20;
const finalOutputMs = 100;
const pageBytes = 4096;

type Ended = "it is over time" | "it is over memory" | "it is over length";
type Child = Bun.Subprocess<"pipe", "pipe", "ignore">;

/** The process is started at the first check, and again after it exited. */
export function openChecker(options: CheckerOptions): Checker {
  const { command, seconds = 60, memoryMib = 1024 } = options;
  let child: Running | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function answerTo(files: BundleFiles, wanted: Question["wanted"]): Promise<Answer> {
    child ??= new Running(command);
    const limits = { ms: seconds * 1000, bytes: memoryMib * 1024 ** 2 };
    const ended = await child.ask(files, wanted, limits);
    if (typeof ended === "string") return answerIn(ended);
    const { cause, how, answered } = ended;
    child = null;
    if (cause === "it is over time") {
      throw new BundleRefused(
        `the check took over ${seconds} s and was stopped; ` +
          "make the model smaller, and look for loops in it",
      );
    }
    if (cause === "it is over memory") {
      throw new BundleRefused(
        `the model took over ${memoryMib} MiB of memory and was stopped; make it smaller`,
      );
    }
    if (!answered && how === "exit 2") {
      throw new CheckerUnavailable("the checking process does not start; reinstall the program");
    }
    throw new BundleRefused(
      `the runtime crashed while loading it (${how}); ` +
        "export the model again with other versions of its packages",
    );
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  return {
    check: (folder) =>
      inTurn(async () => {
        const answer = await answerTo(await readBundleFiles(folder), "report");
        if ("report" in answer && Value.Check(CheckReportSchema, answer.report))
          return answer.report;
        throw invalidAnswer();
      }),
    assertSafe: (files) =>
      inTurn(async () => {
        if (!("safe" in (await answerTo(files, "safety")))) throw invalidAnswer();
      }),
    async close() {
      await child?.end();
      child = null;
    },
  };
}

/** @throws BundleRefused, or CheckerUnavailable where the process could not check or sent no answer. */
function answerIn(line: string): Answer {
  const answer = objectIn(line) as Answer | null;
  if (answer === null) throw invalidAnswer();
  if ("refused" in answer) throw new BundleRefused(oneLineIn(answer.refused));
  if ("failed" in answer) throw new CheckerUnavailable(oneLine(answer.failed));
  return answer;
}

const invalidAnswer = () =>
  new CheckerUnavailable("the checking process returned an invalid response; please report this");

function objectIn(line: string): object | null {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}

function oneLineIn(text: unknown): string {
  return String(text).replace(/[\s\p{Cc}]+/gu, " ");
}

interface Exit {
  cause: Ended | null;
  /** For example "SIGSEGV" or "exit 134". */
  how: string;
  /** Whether it had answered any request. */
  answered: boolean;
}

/** A running checking process. */
class Running {
  readonly #child: Child;
  readonly #lines: AsyncIterator<string, void>;
  #cause: Ended | null = null;
  #answered = false;

  constructor(command: readonly string[]) {
    this.#child = Bun.spawn([...command], {
      stdio: ["pipe", "pipe", "ignore"],
      // None of our environment variables, and no crash reports from Bun.
      env: { BUN_ENABLE_CRASH_REPORTING: "0", DO_NOT_TRACK: "1", ...windowsRoot() },
    });
    this.#lines = this.#read();
  }

  /** Returns the line with the response, or how the process exited. */
  async ask(
    files: BundleFiles,
    wanted: Question["wanted"],
    { ms, bytes }: { ms: number; bytes: number },
  ): Promise<string | Exit> {
    const until = performance.now() + ms;
    const watch = setInterval(() => {
      if (performance.now() > until) this.#stop("it is over time");
      else if (residentBytes(this.#child.pid) > bytes) this.#stop("it is over memory");
    }, watchIntervalMs);
    try {
      // Writing to a process that has exited fails; the end of its output shows that.
      void this.#send(files, wanted).catch(() => undefined);
      const line = await Promise.race([this.#lines.next(), this.#gone()]);
      if (line && !line.done) {
        this.#answered = true;
        return line.value;
      }
    } finally {
      clearInterval(watch);
    }
    await this.#child.exited;
    const { signalCode, exitCode } = this.#child;
    return {
      cause: this.#cause,
      how: `${signalCode ?? `exit ${exitCode}`}`,
      answered: this.#answered,
    };
  }

  async #send({ model, manifest }: BundleFiles, wanted: Question["wanted"]): Promise<void> {
    const about = Buffer.from(manifest);
    const question: Question = { manifest: about.byteLength, model: model.byteLength, wanted };
    const { stdin } = this.#child;
    for (const part of [`${JSON.stringify(question)}\n`, about, model]) {
      await stdin.write(part); // A promise where the pipe is full, which rejects once nobody reads it.
      await stdin.flush();
    }
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  /** Resolves after the process has exited and its last output has had time to arrive. */
  async #gone(): Promise<null> {
    await this.#child.exited;
    await Bun.sleep(finalOutputMs);
    return null;
  }

  #stop(cause: Ended): void {
    this.#cause ??= cause;
    this.#child.kill("SIGKILL");
  }

  async *#read(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#child.stdout) {
      rest += decoder.decode(chunk, { stream: true });
      if (rest.length > answerBytesMax) return this.#stop("it is over length");
      const lines = rest.split("\n");
      rest = lines.pop()!;
      yield* lines;
    }
  }
}

function windowsRoot(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot ? { SystemRoot } : {};
}

/** The resident memory of another process; 0 where /proc is not available. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * pageBytes;
  } catch {
    return 0;
  }
}
