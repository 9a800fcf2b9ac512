/**
 * The URL of several hosts, of which one is the primary at a time, as libpq reads it:
 * https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * The driver takes one host only.
 */

import { isIPv4 } from "node:net";
import { Client } from "pg";

/** The scheme with user and password, the hosts, and the rest. */
const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** @returns the URL for each of the hosts, in their order: for one host, the URL itself. */
export function urlsOf(url: string): string[] {
  const [, start, hosts, rest] = parts.exec(url) ?? [];
  if (hosts === undefined || !hosts.includes(",")) return [url];
  return hosts.split(",").map((host) => `${start}${host}${rest}`);
}

/** The hosts and the database of a URL, without user and password. */
export function databaseName(url: string): string {
  const [, , hosts = "", rest = ""] = parts.exec(url) ?? [];
  return hosts + rest.replace(/[?#].*$/s, "");
}

/**
 * Whether a connection counts only if it can write: always where there are several hosts, as the others
 * are standbys.
 */
export function needsPrimary(url: string): boolean {
  if (urlsOf(url).length > 1) return true;
  return /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(url);
}

/**
 * The hosts, other than this machine, to which the driver's connections are not encrypted, as it reads the URL and its
 * own environment variables. Nothing is connected to.
 */
export function unencryptedHosts(url: string): string[] {
  return urlsOf(url)
    .map((connectionString) => new Client({ connectionString }))
    .filter(({ host, ssl }) => !ssl && !isOnThisMachine(host))
    .map(({ host }) => host);
}

/** A folder of Unix sockets, or the loopback interface. */
function isOnThisMachine(host: string): boolean {
  if (host.startsWith("/") || host === "localhost" || host === "::1") return true;
  return isIPv4(host) && host.startsWith("127.");
}
