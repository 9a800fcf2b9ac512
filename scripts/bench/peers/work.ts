/**
 * What Fastify and FastAPI have to do for a booking, from the service's own tables, so that both do the
 * same: the schema of the body, the tables, the earlier attempts to read, the counts over them, and the
 * place of each count in the model's vector. Each peer reads it as JSON when it starts.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import freeMailDomains from "free-email-domains";
import iso3166 from "iso-3166-1";
import { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import type { Calibration } from "../../../src/model/calibration.ts";
import type { Manifest } from "../../../src/model/manifest.ts";
import { links, windowNames, windows } from "../../../src/risk/velocity/facts.ts";
import {
  type IdentityKind,
  identityKinds,
  velocityLimits,
} from "../../../src/storage/port/velocity.ts";

const bundle = resolve(import.meta.dir, "../../../models/default");

/** The distinct `of` among the earlier attempts with one identity. */
interface DistinctCount {
  of: string;
  /** Where `of` is in the rows of the identity's query. */
  column: number;
  windowMs: number;
  /** Its place in the model's vector; -1: the model does not read it. */
  feature: number;
}

/** What is counted among the earlier attempts with the same `kind`. */
export interface KindWork {
  kind: IdentityKind;
  /** Parameters: the identity, the oldest time in Unix ms. The rows begin with `at`, newest first. */
  sql: string;
  /** Places in the model's vector, one for each window; -1: the model does not read it. */
  attempts: number[];
  attemptsBefore24h: number;
  distinct: DistinctCount[];
}

export interface PeerWork {
  model: {
    file: string;
    input: string;
    output: string;
    /** Where the probability is in a row of the output. */
    column: number;
    features: readonly string[];
    calibration: Calibration;
  };
  /** JSON Schema of the body, with the service's formats `country`, `date`, `e164` and `email`. */
  schema: object;
  countries: readonly string[];
  /** An address at one of these has no domain of its own. */
  freeMailDomains: readonly string[];
  windowsMs: readonly number[];
  kinds: readonly KindWork[];
  sql: { tables: string; insertAttempt: string; insertDecision: string; findCollection: string };
}

export function peerWork(): PeerWork {
  const manifest: Manifest = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8"));
  const { features, name: input } = manifest.input;
  const { name: output, column, kind } = manifest.output;
  if (kind !== "probability" || manifest.calibration.kind !== "isotonic") {
    throw new Error("The peers only read a probability with an isotonic calibration.");
  }
  const { calibration } = manifest;
  return {
    model: { file: join(bundle, "model.onnx"), input, output, column, features, calibration },
    schema: RiskRequest,
    countries: iso3166.all().map(({ alpha2 }) => alpha2),
    freeMailDomains,
    windowsMs: windowNames.map((name) => windows[name]),
    kinds: identityKinds.map((identity) => kindWork(identity, features)),
    sql,
  };
}

/**
 * The tables of a peer. The attempts are narrow, because they are what is searched; an index for each
 * identity leads to its newest attempts. `collection` is what a telemetry endpoint would fill.
 */
const sql: PeerWork["sql"] = {
  tables: `
    CREATE TABLE IF NOT EXISTS attempt (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      ${[...identityKinds, "city"].map((kind) => `${kind} TEXT`).join(",\n      ")}
    ) STRICT;
    ${identityKinds
      .map(
        (kind) => `CREATE INDEX IF NOT EXISTS attempt_${kind} ON attempt (${kind}, at)
      WHERE ${kind} IS NOT NULL;`,
      )
      .join("\n    ")}
    CREATE TABLE IF NOT EXISTS decision (
      id INTEGER PRIMARY KEY REFERENCES attempt (id),
      request TEXT NOT NULL,
      counts TEXT NOT NULL,
      features BLOB NOT NULL,
      probability REAL NOT NULL,
      score INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS collection (
      id TEXT PRIMARY KEY, device TEXT, ip TEXT, network TEXT
    ) STRICT, WITHOUT ROWID;`,
  insertAttempt: `INSERT INTO attempt (at, ${identityKinds.join(", ")}, city)
    VALUES (?, ${identityKinds.map(() => "?").join(", ")}, ?)`,
  insertDecision: `INSERT INTO decision (id, request, counts, features, probability, score)
    VALUES (?, ?, ?, ?, ?, ?)`,
  findCollection: "SELECT device, ip, network FROM collection WHERE id = ?",
};

/**
 * The rows themselves are read, at most as many as the service reads, and counted by the peer: as
 * aggregates in SQL, the counts of a busy mail domain take 92 instead of 81 µs in Node and 215 instead of
 * 110 µs in Python.
 */
function kindWork(kind: IdentityKind, features: readonly string[]): KindWork {
  const own = links.filter(({ by }) => by === kind);
  const columns = [...new Set(own.map(({ of }) => of))];
  return {
    kind,
    sql: `SELECT ${["at", ...columns].join(", ")} FROM attempt WHERE ${kind} = ? AND at >= ?
      ORDER BY at DESC, id DESC LIMIT ${velocityLimits.sightingsPerIdentity}`,
    attempts: windowNames.map((window) => features.indexOf(`${kind}_attempts_${window}`)),
    attemptsBefore24h: features.indexOf(`${kind}_attempts_before_24h`),
    distinct: own.map(({ of, window }) => ({
      of,
      column: 1 + columns.indexOf(of),
      windowMs: windows[window],
      feature: features.indexOf(`${plural(of)}_per_${kind}_${window}`),
    })),
  };
}

const plural = (kind: string) => (kind === "city" ? "cities" : `${kind}s`);
