/** Settings as they are given, by flags and environment variables, and the kinds of value that they have. */
import { readFileSync } from "node:fs";

/** Wrong usage: the command ends with status 2 and this message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting {
  /** What a message calls it: the flag, or the variable if that is what was given. */
  name: string;
  text: string;
}

/** What follows flags, by their keys: `opsPort` is that of `--ops-port`. */
type Flags<Key extends string> = { readonly [K in Key]?: string | undefined };

const flagOf = (key: string) => `--${key.replace(/[A-Z]/g, "-$&").toLowerCase()}`;
const variableOf = (key: string) => `BOOKING_RISK_${key.replace(/[A-Z]/g, "_$&").toUpperCase()}`;

/** @param variable is read if the flag is not used. An empty one gives nothing: service files list variables so. */
export function setting<Key extends string>(
  flags: Flags<NoInfer<Key>>,
  env: Environment,
  key: Key,
  byDefault: string,
  variable = variableOf(key),
): Setting {
  const name = flagOf(key);
  const given = flags[key];
  if (given !== undefined) return { name, text: given };
  const text = env[variable];
  return text ? { name: variable, text } : { name, text: byDefault };
}

/** Of one without a default; null if it is not given. An empty variable gives nothing. */
export function optionalSetting<Key extends string>(
  flags: Flags<NoInfer<Key>>,
  env: Environment,
  key: Key,
  variable = variableOf(key),
): Setting | null {
  const given = flags[key];
  if (given !== undefined) return { name: flagOf(key), text: given };
  const text = env[variable];
  return text ? { name: variable, text } : null;
}

/** The variables that a flag's description names. Where one of them is set, it takes the place of the flag. */
export const variablesIn = (description: string): string[] =>
  description.match(/\b(?:BOOKING_RISK|DATABASE|OTEL)_[A-Z_]+/g) ?? [];

/** The texts between the commas of a variable. */
export const listed = (text: string | undefined): string[] =>
  text
    ?.split(",")
    .map((one) => one.trim())
    .filter(Boolean) ?? [];

export function isOn(variable: string, env: Environment): boolean {
  const text = env[variable] || "0";
  if (text !== "0" && text !== "1") throw new UsageError(`${variable} must be 0 or 1`);
  return text === "1";
}

export function wholeNumber({ name, text }: Setting, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from 0 to ${max}`);
}

export const portOf = (port: Setting) => wholeNumber(port, 65_535);

/** Requests a second; 0 for no limit. */
export const perSecond = (limit: Setting) => wholeNumber(limit, 1_000_000);

/** Up to a PiB; 0 for no limit. */
export const mebibytes = (size: Setting) => wholeNumber(size, 999_999_999);

/** @throws UsageError if there is no text: a server would listen on every address. */
export function addressOf({ name, text }: Setting): string {
  if (text !== "") return text;
  throw new UsageError(`${name} must be an address; 0.0.0.0 is every one`);
}

/** As URLs spell it, with its port unless that is 443; null where the text is no host. */
export function hostOf(text: string): string | null {
  if (!/^[^\s/\\?#@*%]+$/.test(text.trim())) return null;
  return URL.parse(`https://${text.trim()}`)?.host ?? null;
}

/** What a file contains, without white space around it. @param name the flag or the variable that names the file */
export const contentOf = (file: Setting): string => textOf(file).trim();

/** What a file contains. @param name the flag or the variable that names the file */
export function textOf({ name, text: file }: Setting): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UsageError(`${name}: ${file} cannot be read (${code})`);
  }
}
