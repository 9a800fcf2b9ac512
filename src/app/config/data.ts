/** Where the data is: a folder, or a database of PostgreSQL. */
import { resolve } from "node:path";
import { contentOf, type Environment, UsageError } from "./setting.ts";

/** Of every command. */
export interface DataFlags {
  data?: string;
  databaseUrl?: string;
}

export interface DataConfig {
  /** The folder of the databases, absolute; with PostgreSQL, of this copy's own files. */
  dataFolder: string;
  /** Of PostgreSQL, which any number of copies share; absent: SQLite in the data folder. */
  databaseUrl?: string | undefined;
}

export function dataConfig(flags: DataFlags, env: Environment): DataConfig {
  if (flags.data === "") throw new UsageError("--data must name a folder");
  return {
    dataFolder: resolve(flags.data ?? (env.BOOKING_RISK_DATA || "./data")),
    databaseUrl: databaseUrl(flags, env),
  };
}

/**
 * From the flag, or the variable, or a file that another variable names, as containers get their secrets. Where two
 * of them differ, none wins: a command on the wrong database is worse than one that is refused.
 */
function databaseUrl(flags: DataFlags, env: Environment): string | undefined {
  const file = env.DATABASE_URL_FILE || undefined;
  const inVariable = env.DATABASE_URL || undefined;
  if (file !== undefined && inVariable !== undefined) {
    throw new UsageError("use either DATABASE_URL or DATABASE_URL_FILE");
  }
  const variable = file === undefined ? "DATABASE_URL" : "DATABASE_URL_FILE";
  const set = file === undefined ? inVariable : contentOf({ name: variable, text: file });
  const given = flags.databaseUrl;
  if (given !== undefined && set !== undefined && given !== set) {
    throw new UsageError(
      `--database-url and ${variable} name different databases; use one of them`,
    );
  }
  const url = given ?? set;
  // It may have a password, which no message shows.
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  const name = given === undefined ? "DATABASE_URL" : "--database-url";
  throw new UsageError(`${name} must begin with postgres:// or postgresql://`);
}
