/** What all scenarios of the benchmark have in common: their flags, how they print, and how they end. */
import { parseArgs } from "node:util";
import { aligned } from "./figures.ts";

/** A flag: what it is without being given, and how its text is read. */
export interface Flag<Value> {
  /** The text that stands for its absence; undefined where that is a value of its own. */
  initial: string | undefined;
  isSwitch?: boolean;
  /** @throws Error where the text is no value of it. */
  read(text: string | undefined, name: string): Value;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type Values<All extends Flags> = {
  [Name in keyof All]: All[Name] extends Flag<infer Value> ? Value : never;
};

export interface Output {
  /** Progress, to standard error. */
  log(line: string): void;
  /** Figures, to standard output; nothing with `--json`. */
  print(text: string): void;
  table(title: string, rows: readonly (readonly string[])[]): void;
}

export interface Measured {
  /** What `--json` prints. */
  result: unknown;
  /** Ends the run with status 1: a budget was exceeded, or something was lost. */
  hasFailed?: boolean;
}

export type Scenario = (args: readonly string[]) => Promise<void>;

/** @returns a scenario that takes these flags and `--json`. */
export function scenario<All extends Flags>(
  flags: All,
  measure: (values: Values<All>, output: Output) => Promise<Measured>,
): Scenario {
  return async (args) => {
    const { json, ...values } = readFlags(args, { ...flags, json: isGiven });
    const print = (text: string) => void (json || process.stdout.write(`${text}\n`));
    const output: Output = {
      log: (line) => void process.stderr.write(`${line}\n`),
      print,
      table: (title, rows) => print(`${title}\n${aligned(rows).join("\n")}\n`),
    };
    const { result, hasFailed } = await measure(values as unknown as Values<All>, output);
    if (json) process.stdout.write(`${JSON.stringify(result, mapsAsObjects, 2)}\n`);
    if (hasFailed) process.exitCode = 1;
  };
}

const mapsAsObjects = (_: string, value: unknown) =>
  value instanceof Map ? Object.fromEntries(value) : value;

function readFlags<All extends Flags>(args: readonly string[], flags: All): Values<All> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { isSwitch }]) => [
      name,
      { type: isSwitch ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  const { values } = parseArgs({ args: [...args], options });
  const read = Object.entries(flags).map(([name, flag]) => {
    const given = values[name];
    return [name, flag.read(given === undefined ? flag.initial : String(given), name)];
  });
  return Object.fromEntries(read) as Values<All>;
}

export const isGiven: Flag<boolean> = {
  initial: undefined,
  isSwitch: true,
  read: (text) => text !== undefined,
};

export const text: Flag<string | undefined> = { initial: undefined, read: (given) => given };

/** A whole number above 0. */
export const whole = (initial: number): Flag<number> => ({
  initial: String(initial),
  read: (given, name) => above0(given!, name, true),
});

/** A number above 0, such as seconds. */
export const positive = (initial: number): Flag<number> => ({
  initial: String(initial),
  read: (given, name) => above0(given!, name, false),
});

/** A number from 0. */
export const from0 = (initial: number): Flag<number> => ({
  initial: String(initial),
  read: (given, name) => (Number(given) === 0 ? 0 : above0(given!, name, false)),
});

/** Whole numbers with commas between them; none where the text is empty. */
export const wholes = (initial: string): Flag<readonly number[]> => ({
  initial,
  read: (given, name) =>
    given!
      .split(",")
      .filter(Boolean)
      .map((one) => above0(one, name, true)),
});

/**
 * Some of these names, with commas between them, in the order of the names.
 * @param usual without the flag; by default all of them.
 */
export const someOf = <Name extends string>(
  names: readonly Name[],
  usual: readonly Name[] = names,
): Flag<readonly Name[]> => ({
  initial: usual.join(","),
  read(given, name) {
    const asked = given!.split(",");
    const unknown = asked.find((one) => !names.some((known) => known === one));
    if (unknown === undefined) return names.filter((one) => asked.includes(one));
    throw new Error(`--${name} takes some of ${names.join(",")}, and not ${unknown}`);
  },
});

function above0(given: string, name: string, isWhole: boolean): number {
  const value = Number(given);
  if (value > 0 && (!isWhole || Number.isInteger(value))) return value;
  throw new Error(`--${name} must be a number above 0, and not ${given}`);
}
