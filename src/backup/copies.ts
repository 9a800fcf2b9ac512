/**
 * A folder with backups of a data folder, of which the newest are kept. A name says of which data folder
 * it is, so that several can share the folder, and when the backup began:
 * `booking-risk-4f7k2m9q-2026-11-22T04-00-00Z.tar`, or `.tar.age` where it is encrypted.
 */
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeLeftOver } from "./create.ts";

/** Backups of a restored data folder go on with its series: the name is in its backups, too. */
const seriesFile = "backup-series";
const seriesCharacters = "abcdefghijkmnpqrstuvwxyz23456789";
const seriesLength = 8;

/** The name of a data folder in its backups' names, made where it has none. */
export function seriesOf(dataFolder: string): string {
  const file = join(dataFolder, seriesFile);
  try {
    const drawn = () => seriesCharacters[randomInt(seriesCharacters.length)];
    const series = Array.from({ length: seriesLength }, drawn).join("");
    writeFileSync(file, `${series}\n`, { flag: "wx", mode: 0o600 });
    return series;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  const series = readFileSync(file, "utf8").trim();
  if (/^[a-z0-9]{8}$/.test(series)) return series;
  throw new Error(`${file} is damaged; remove it, and a new one is created`);
}

/** @param at Unix ms. */
export function copyName(series: string, at: number, isEncrypted: boolean): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `booking-risk-${series}-${time}Z.tar${isEncrypted ? ".age" : ""}`;
}

/** The names of a series' whole backups, the oldest first. */
export function copiesIn(folder: string, series: string): string[] {
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`;
  const pattern = new RegExp(String.raw`^booking-risk-${series}-${time}\.tar(\.age)?$`);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort();
}

/** Removes all but the newest of a series. @returns the names of what was removed. */
export function removeOld(folder: string, series: string, keep: number): string[] {
  const old = copiesIn(folder, series).slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}

/** Removes what killed runs of a series left unfinished. */
export const removeUnfinished = (folder: string, series: string): void =>
  removeLeftOver(folder, `booking-risk-${series}-`);
