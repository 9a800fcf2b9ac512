/** What an operator's MaxMind-format files say together of an address, kept up to date. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { log } from "../log.ts";
import { type Database, fileMark, readDatabase } from "./database.ts";
import type { NetworkFacts, NetworkLookup } from "./facts.ts";
import { factsOf, merge } from "./record.ts";

export interface NetworkDatabases {
  /** A few µs for an address not asked of lately, else 0.1 µs; never throws. */
  lookup: NetworkLookup;
  /** Stops looking for replaced files. What was read still answers. */
  close(): void;
}

/** How often the files are looked at, ms: one that was replaced answers within a minute. */
const checkMs = 30_000;
/** Addresses whose facts are kept: one visitor asks several times. Some 200 bytes each. */
const keptAddresses = 4096;

/**
 * Reads the files, and reads one anew once another stands in its place. Where that one is of no
 * use, the one read before stays, and the log says so.
 *
 * @param paths the operator's first choice first: it holds where files differ. None is fine.
 * @throws UnusableDatabase where one of them cannot be used.
 */
export async function openDatabases(
  paths: readonly string[],
  options: { checkMs?: number; log?: typeof log } = {},
): Promise<NetworkDatabases> {
  const say = options.log ?? log;
  const databases = await Promise.all(paths.map(readDatabase));
  for (const database of databases) sayOpened(say, database);
  let lookup = lookupIn(databases);
  const stop = watching(databases, options.checkMs ?? checkMs, say, () => {
    lookup = lookupIn(databases);
  });
  return { lookup: (ip) => lookup(ip), close: stop };
}

/**
 * By a timer, not by the system's notices: those are lost on network drives, and for a path whose
 * folder or symbolic link is replaced.
 *
 * @param databases changed in place.
 * @param taken called after each change.
 */
function watching(
  databases: Database[],
  everyMs: number,
  say: typeof log,
  taken: () => void,
): () => void {
  if (databases.length === 0) return () => {};
  let closed = false;
  let checking = false;
  /** By path, the file last found at fault: told once, not every half minute. */
  const refused = new Map<string, string>();

  async function check(index: number): Promise<void> {
    const current = databases[index]!;
    const { path } = current;
    let mark = "";
    try {
      mark = fileMark(path);
      if (mark === current.mark || mark === refused.get(path)) return;
      const next = await readDatabase(path);
      if (closed) return;
      databases[index] = next;
      refused.delete(path);
      taken();
      sayOpened(say, next);
    } catch (error) {
      if (closed || refused.get(path) === mark) return;
      refused.set(path, mark);
      say("warning", "ip_database_refused", { file: path, reason: (error as Error).message });
    }
  }

  const timer = setInterval(async () => {
    if (checking) return; // Reading a large file from a slow disk may take longer.
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

function sayOpened(say: typeof log, { path, type, builtAt, bytes }: Database): void {
  say("info", "ip_database", { file: path, type, builtAt: builtAt.toISOString(), bytes });
}

function lookupIn(databases: readonly Database[]): NetworkLookup {
  if (databases.length === 0) return () => null;
  const sources = databases.map((database) => ({ database, lists: listsAnonymizers(database) }));
  return remembering(keptAddresses, (ip) => {
    const address = plainAddress(ip);
    if (address === null) return null;
    const said = sources.map(({ database, lists }) => factsIn(database, lists, address));
    const facts = merge(said.filter((one) => one !== null));
    return facts && Object.freeze(facts);
  });
}

/** GeoIP2-Anonymous-IP, GeoIP-Anonymous-Plus, IPinfo's privacy files: they list, others describe. */
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

/** Nobody lists private addresses: that one is not listed says nothing. */
function isOnTheInternet(address: string): boolean {
  return !private_.has(ipaddr.parse(address).range());
}

const private_ = new Set([
  "private",
  "uniqueLocal",
  "carrierGradeNat",
  "loopback",
  "linkLocal",
  "unspecified",
  "multicast",
  "broadcast",
]);

/** One spelling: IPv4 inside IPv6 as IPv4. `null` for no address, and for one with a zone. */
function plainAddress(ip: string): string | null {
  const version = isIP(ip);
  if (version === 0 || ip.includes("%")) return null;
  return version === 4 ? ip : ipaddr.process(ip).toString();
}

/** Keeps the answers for the addresses asked of last; a `Map` is in the order of insertion. */
function remembering(max: number, look: NetworkLookup): NetworkLookup {
  const kept = new Map<string, NetworkFacts | null>();
  return (ip) => {
    const known = kept.get(ip);
    const facts = known === undefined ? look(ip) : known;
    if (known !== undefined) kept.delete(ip);
    else if (kept.size >= max) kept.delete(kept.keys().next().value!);
    kept.set(ip, facts);
    return facts;
  };
}
