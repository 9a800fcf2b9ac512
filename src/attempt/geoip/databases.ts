/** Combines the operator's GeoIP files, and reloads those that are replaced. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { log } from "../../base/log.ts";
import { type Database, fileMark, readDatabase } from "./database.ts";
import type { NetworkFacts, NetworkLookup } from "./facts.ts";
import { factsOf, merge } from "./record.ts";

export interface NetworkDatabases {
  /** Takes a few µs, or 0.1 µs for a recently used address; never throws. */
  lookup: NetworkLookup;
  /** Stops checking for replaced files. What was read remains in use. */
  close(): void;
}

/** How often the files are checked, ms: a replaced file is in use within a minute. */
const checkMs = 30_000;
/** Cached addresses, as one visitor causes several lookups. Some 200 bytes each. */
const cachedAddresses = 4096;

/**
 * Reads the files, and reloads a file when it is replaced. Where the new one cannot be used, the
 * previous one stays in use, and the log says so.
 *
 * @param paths in order of precedence: the first one wins where files differ. May be empty.
 * @throws UnusableDatabase where one of them cannot be used.
 */
export async function openDatabases(
  paths: readonly string[],
  options: { checkMs?: number; log?: typeof log } = {},
): Promise<NetworkDatabases> {
  const write = options.log ?? log;
  const databases = await Promise.all(paths.map(readDatabase));
  for (const database of databases) logOpened(write, database);
  let lookup = lookupIn(databases);
  const stop = watching(databases, options.checkMs ?? checkMs, write, () => {
    lookup = lookupIn(databases);
  });
  return { lookup: (ip) => lookup(ip), close: stop };
}

/**
 * By a timer, not by file system events: those are lost on network drives, and where the folder or
 * the symbolic link is replaced.
 *
 * @param databases changed in place.
 * @param taken called after each change.
 */
function watching(
  databases: Database[],
  everyMs: number,
  write: typeof log,
  taken: () => void,
): () => void {
  if (databases.length === 0) return () => {};
  let closed = false;
  let checking = false;
  /** By path, the file that was last rejected: it is logged once, not at every check. */
  const rejected = new Map<string, string>();

  async function check(index: number): Promise<void> {
    const current = databases[index]!;
    const { path } = current;
    let mark = "";
    try {
      mark = fileMark(path);
      if (mark === current.mark || mark === rejected.get(path)) return;
      const next = await readDatabase(path);
      if (closed) return;
      databases[index] = next;
      rejected.delete(path);
      taken();
      logOpened(write, next);
    } catch (error) {
      if (closed || rejected.get(path) === mark) return;
      rejected.set(path, mark);
      write("warning", "ip_database_refused", { file: path, reason: (error as Error).message });
    }
  }

  const timer = setInterval(async () => {
    if (checking) return; // Reading a large file from a slow disk may take longer than the interval.
    checking = true;
    for (const index of databases.keys()) await check(index);
    checking = false;
  }, everyMs);
  timer.unref();
  return () => {
    closed = true;
    clearInterval(timer);
  };
}

function logOpened(write: typeof log, { path, type, builtAt, bytes }: Database): void {
  write("info", "ip_database", { file: path, type, builtAt: builtAt.toISOString(), bytes });
}

function lookupIn(databases: readonly Database[]): NetworkLookup {
  if (databases.length === 0) return () => null;
  const sources = databases.map((database) => ({ database, lists: listsAnonymizers(database) }));
  return cached(cachedAddresses, (ip) => {
    const address = plainAddress(ip);
    if (address === null) return null;
    const found = sources.map(({ database, lists }) => factsIn(database, lists, address));
    const facts = merge(found.filter((one) => one !== null));
    return facts && Object.freeze(facts);
  });
}

/** GeoIP2-Anonymous-IP, GeoIP-Anonymous-Plus and IPinfo's privacy files only list anonymizers. */
function listsAnonymizers({ type }: Database): boolean {
  return /anonym|privacy|vpn|proxy/i.test(type);
}

const notListed: NetworkFacts = {
  country: null,
  timeZone: null,
  asn: null,
  kind: null,
  anonymous: false,
};

function factsIn(database: Database, lists: boolean, address: string): NetworkFacts | null {
  const record = database.record(address);
  if (record === null && lists && isOnTheInternet(address)) return notListed;
  return factsOf(record);
}

/** Private addresses are never listed, so their absence says nothing. */
function isOnTheInternet(address: string): boolean {
  return !unlisted.has(ipaddr.parse(address).range());
}

const unlisted = new Set([
  "private",
  "uniqueLocal",
  "carrierGradeNat",
  "loopback",
  "linkLocal",
  "unspecified",
  "multicast",
  "broadcast",
]);

/** Normalized: IPv4 inside IPv6 as IPv4. `null` for other text, and for an address with a zone. */
function plainAddress(ip: string): string | null {
  const version = isIP(ip);
  if (version === 0 || ip.includes("%")) return null;
  return version === 4 ? ip : ipaddr.process(ip).toString();
}

/** Caches the most recently used addresses; a `Map` is in the order of insertion. */
function cached(max: number, lookup: NetworkLookup): NetworkLookup {
  const results = new Map<string, NetworkFacts | null>();
  return (ip) => {
    const known = results.get(ip);
    const facts = known === undefined ? lookup(ip) : known;
    if (known !== undefined) results.delete(ip);
    else if (results.size >= max) results.delete(results.keys().next().value!);
    results.set(ip, facts);
    return facts;
  };
}
