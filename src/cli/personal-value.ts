/** A guest's value, such as an e-mail address: never from an argument, which the shell and the process list show. */
import { readFileSync } from "node:fs";
import { UsageError } from "../app/config/setting.ts";
import { CommandFailed } from "./output.ts";

/** Longer than any identity, with the spaces around it. */
const valueBytesMax = 4096;

/**
 * @param name as the prompt calls it, such as "The guest's email".
 * @param file null: the terminal is asked, or standard input read.
 * @throws UsageError, CommandFailed
 */
export function readPersonalValue(name: string, file: string | null): string {
  if (file === null && process.stdin.isTTY) return prompt(`${name}:`) ?? "";
  const text = readText(file ?? "/dev/stdin");
  if (text.length > valueBytesMax) throw new UsageError("the value is too long");
  return text;
}

/** @throws CommandFailed where it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file === "/dev/stdin" ? 0 : file, "utf8");
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read (${(error as { code?: string }).code})`);
  }
}
