/** The configuration file: TOML, whose keys are the names of flags. */
import { statSync } from "node:fs";
import { type Setting, textOf, UsageError } from "./setting.ts";
import { unknownSetting } from "./unknown-settings.ts";

/** What the values of a key look like: those of a flag without a value, with one, or with several. */
export type FileValueKind = "switch" | "text" | "list";

/** As a flag's value is after the command line is read. */
export type FileValue = boolean | string | string[];

const wanted: Readonly<Record<FileValueKind, string>> = {
  switch: "true or false",
  text: "a text or a number",
  list: 'a list of texts, such as ["a", "b"]',
};

/** What is as secret as a password, or may contain one. */
const secretKeys = ["database-url", "metrics-token"];

/**
 * @param file its path, and the flag or the variable that names it.
 * @param kinds of all settings, by key.
 * @returns the values by key. They have the right type; whether they are in range is for who reads the flag.
 * @throws UsageError that names the file and the key, never a value: it may be a secret.
 */
export function readConfigurationFile(
  file: Setting,
  kinds: ReadonlyMap<string, FileValueKind>,
): Map<string, FileValue> {
  const entries = Object.entries(parse(file));
  const keys = entries.map(([key]) => key);
  const unknown = unknownSetting(keys, new Set(kinds.keys()));
  if (unknown !== null) throw new UsageError(`${file.text}: ${unknown}`);
  refuseReadableSecret(file.text, keys);
  return new Map(
    entries.map(([key, found]) => {
      const kind = kinds.get(key)!;
      const value = flagValue(kind, found);
      if (value !== null) return [key, value];
      throw new UsageError(`${file.text}: ${key} must be ${wanted[kind]}`);
    }),
  );
}

function parse(file: Setting): object {
  const text = textOf(file);
  const parsed = parsedToml(text);
  if (parsed !== null) return parsed;
  throw new UsageError(`${file.text} is not valid TOML: see line ${invalidLine(text)}`);
}

/** @returns null where it is invalid: the parser's message quotes the text. */
function parsedToml(text: string): object | null {
  try {
    return Bun.TOML.parse(text);
  } catch {
    return null;
  }
}

/** The parser does not say where it failed: in what begins after the most lines that are valid by themselves. */
function invalidLine(text: string): number {
  const lines = text.split(/(?<=\n)/);
  let valid = lines.length - 1;
  while (parsedToml(lines.slice(0, valid).join("")) === null) valid--;
  return valid + 1;
}

/** Windows has no such permissions. */
function refuseReadableSecret(path: string, keys: readonly string[]): void {
  const secret = keys.find((key) => secretKeys.includes(key));
  if (secret === undefined || process.platform === "win32") return;
  if ((statSync(path).mode & 0o004) === 0) return;
  throw new UsageError(
    `${path}: ${secret} is secret, and every user of this machine may read the file; chmod o-r ${path}`,
  );
}

function flagValue(kind: FileValueKind, found: unknown): FileValue | null {
  if (kind === "switch") return typeof found === "boolean" ? found : null;
  if (kind === "text") return isText(found) ? String(found) : null;
  return Array.isArray(found) && found.every(isText) ? found.map(String) : null;
}

const isText = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";
