/**
 * The log: one JSON object a line on standard output. No guest's data, no key and no body goes in;
 * what looks like a key, an e-mail address or a link's token in an error's text is taken out.
 */
// The reader of the log may close the pipe, and its disk may be full; scoring continues. main.ts reports what a command could not print.
process.stdout.on("error", () => {});

export const logLevels = ["debug", "info", "warning", "error"] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFields = Record<string, unknown>;

/** A failing disk fails every request: one line says so, and one every 10 s how often, ms. */
const repeatsEveryMs = 10_000;
/** Kinds of lines whose repeats are counted at once; those of further kinds are all written. */
const repeatedMax = 200;
/** What differs between two lines about the same thing. */
const own: ReadonlySet<string> = new Set(["requestId", "decisionId"]);

interface Repeats {
  level: LogLevel;
  event: string;
  fields: LogFields;
  count: number;
}

export interface Log {
  /** Writes a line. A warning or an error that was written a moment ago is only counted. */
  log(level: LogLevel, event: string, fields?: LogFields): void;
  /** Whether lines of this level are written. */
  isLogged(level: LogLevel): boolean;
  /** The least level that is written; "info" at first. */
  setLevel(level: LogLevel): void;
  /** Writes how often lines were repeated; called every `repeatsEveryMs` and before the end. */
  writeRepeats(): void;
}

export function createLog(write: (line: string) => void, now: () => number): Log {
  let least = logLevels.indexOf("info");
  let repeats = new Map<string, Repeats>();

  function put(level: LogLevel, event: string, fields: LogFields): void {
    const line = { time: new Date(now()).toISOString(), level, event, ...fields };
    write(`${withoutSecrets(JSON.stringify(line))}\n`);
  }

  function isRepeated(level: LogLevel, event: string, fields: LogFields): boolean {
    const same = Object.entries(fields).filter(([name]) => !own.has(name));
    const key = JSON.stringify([level, event, same]);
    const before = repeats.get(key);
    if (before) before.count += 1;
    else if (repeats.size < repeatedMax) {
      repeats.set(key, { level, event, fields: Object.fromEntries(same), count: 0 });
    }
    return before !== undefined;
  }

  const isLogged = (level: LogLevel) => logLevels.indexOf(level) >= least;
  return {
    isLogged,
    log(level, event, fields = {}) {
      if (!isLogged(level)) return;
      const mayRepeat = level === "warning" || level === "error";
      if (mayRepeat && isRepeated(level, event, fields)) return;
      put(level, event, fields);
    },
    setLevel(level) {
      least = logLevels.indexOf(level);
    },
    writeRepeats() {
      const repeated = [...repeats].filter(([, { count }]) => count > 0);
      for (const [, one] of repeated) {
        put(one.level, one.event, { ...one.fields, repeated: one.count });
        one.count = 0;
      }
      repeats = new Map(repeated); // What was not repeated is written in full when it comes again.
    },
  };
}

const secrets: readonly [RegExp, string][] = [
  [/\b([ps]k)_[0-9A-Za-z]{38}(?![0-9A-Za-z])/g, "$1_(removed)"],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}/g, "(e-mail address removed)"],
  [/(\/dashboard\/[a-z-]+#)[\w-]+/g, "$1(removed)"],
];

function withoutSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

const service = createLog((line) => process.stdout.write(line), Date.now);
setInterval(service.writeRepeats, repeatsEveryMs).unref();

export const { log, isLogged, setLevel: setLogLevel, writeRepeats } = service;
