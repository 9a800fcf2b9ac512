/** What a machine and a data folder need so that a service keeps working on them. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import type { proxyConfig } from "../../app/config/config.ts";
import { movedName, quickCheck, unencryptedHosts } from "../../app/open.ts";
import { clockBehindMs, clockFarAheadMs, farAheadText } from "../../base/clock-monitor.ts";
import { diskSpaceOf, lowSpaceBytes, spaceText } from "../../base/disk-space.ts";
import { isoTime } from "../../base/iso-time.ts";
import {
  type CertificateFiles,
  certificateWarnings,
  readCertificate,
} from "../../http/tls-certificate.ts";
import { lastBackupAt } from "../../storage/backup/last-backup.ts";
import { Worrying } from "./check.ts";

/** Each connection takes one; some hundred are for files. A proxy keeps thousands of connections. */
const openFilesMin = 8192;
/** Reading a file of this size takes some seconds. */
const integrityBytesMax = 2 * 1024 ** 3;
/** An older backup lacks more bookings than most could enter again by hand. */
const backupDaysMax = 2;

export async function disk(dataFolder: string): Promise<string> {
  const { free, size } = await diskSpaceOf(dataFolder);
  const text = `${spaceText(free)} of ${spaceText(size)} free at ${dataFolder}`;
  if (free >= lowSpaceBytes) return text;
  throw new Error(`${text}; free disk space, or decisions will be refused`);
}

/** Lead times, velocity and identifiers depend on the clock; a clock reset to its epoch breaks all three. */
export async function clock(dataFolder: string): Promise<string> {
  const now = new Date();
  if (now.getUTCFullYear() < 2026) throw new Error("the clock is years behind; set it");
  const behindMs = await clockBehindMs(dataFolder, now.getTime());
  if (behindMs > 0) {
    throw new Error(
      `${now.toISOString()} is ${Math.round(behindMs / 1000)} s before the newest write to ${dataFolder}; ` +
        "set the clock, and synchronize it with a time server",
    );
  }
  // Of a service on PostgreSQL, retention goes by the database's time.
  const isMoved = existsSync(join(dataFolder, movedName));
  const aheadMs = isMoved ? 0 : await clockFarAheadMs(dataFolder, now.getTime());
  if (aheadMs > 0) throw new Worrying(`${now.toISOString()}: ${farAheadText(aheadMs)}`);
  return now.toISOString();
}

export async function permissions(dataFolder: string): Promise<string> {
  const { mode, uid } = await stat(dataFolder);
  const octal = (mode & 0o777).toString(8);
  const about = `${dataFolder} has mode ${octal} and belongs to user ${uid}`;
  if ((mode & 0o077) !== 0) {
    throw new Worrying(
      `${about}; others on this machine may read guests' data: chmod 700 ${dataFolder}`,
    );
  }
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new Worrying(
      `${about}, and this is root: what root creates there, the service's user cannot write; ` +
        `run commands as user ${uid}`,
    );
  }
  return about;
}

export async function openFiles(): Promise<string> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? [];
  if (soft === undefined) return "the system does not say how many files may be open";
  if (soft === "unlimited" || Number(soft) >= openFilesMin) return `${soft} files may be open`;
  throw new Worrying(
    `${soft} files may be open, one for each connection: set LimitNOFILE=65536 in the unit, or ulimit -n 65536`,
  );
}

export function integrity(dataFolder: string): string {
  const found = readable(dataFolder, () => quickCheck(dataFolder, integrityBytesMax));
  const faults = found.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw new Error(faults.join("; "));
  const skipped = found.filter(({ skipped }) => skipped);
  if (skipped.length === 0) return "all pages of the databases are intact";
  const files = skipped.map(({ file, bytes }) => `${file} (${spaceText(bytes)})`).join(", ");
  return `not checked because of its size: ${files}; to check it: sqlite3 FILE 'PRAGMA quick_check'`;
}

function readable<Found>(dataFolder: string, read: () => Found): Found {
  try {
    return read();
  } catch (error) {
    if ((error as { code?: string }).code !== "EACCES") throw error;
    throw new Error(`this user may not read ${dataFolder}: see the line storage`);
  }
}

/** Whether the addresses of visitors are known behind a proxy. */
export function proxy({ host, tls, proxies }: ReturnType<typeof proxyConfig>): string {
  if (proxies.length > 0) return `X-Forwarded-For is trusted from ${proxies.join(", ")}`;
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  const at = isIP(host) || host === "localhost" ? host : `${host}, a name`;
  if (tls !== null && !isLocal) return `serve answers HTTPS itself on ${at}, and trusts no proxy`;
  if (isLocal) {
    throw new Worrying(
      `serve listens on ${at} only, and trusts no proxy: if one runs on this machine, add ` +
        "--trusted-proxy 127.0.0.1, or every visitor appears to have the proxy's address",
    );
  }
  throw new Worrying(
    `serve listens on ${at} and trusts no proxy: name the one that terminates TLS with ` +
      "--trusted-proxy, or every visitor appears to have its address",
  );
}

/** Guests' data and the user's password go through it. */
export async function databaseConnection(databaseUrl: string): Promise<string> {
  const hosts = await unencryptedHosts(databaseUrl);
  if (hosts.length === 0)
    return "connections to the database are encrypted, or stay on this machine";
  throw new Worrying(
    `connections to ${hosts.join(", ")} are not encrypted: add sslmode=verify-full to the URL of the database, ` +
      "as in ?sslmode=verify-full&sslrootcert=/etc/ca.pem",
  );
}

export function certificate(files: CertificateFiles): string {
  const found = readCertificate(files);
  const [warning] = certificateWarnings(found, Date.now());
  if (warning) throw new Worrying(warning);
  return `${files.certificate} is valid until ${isoTime(found.expiresAt)}`;
}

export async function backup(dataFolder: string): Promise<string> {
  const at = await lastBackupAt(dataFolder);
  if (at === null) {
    throw new Worrying("no backup has been made of this folder: booking-risk backup FILE");
  }
  const text = `the last one was made at ${isoTime(at)}`;
  if (Date.now() - at > backupDaysMax * 86_400_000) throw new Worrying(`${text}; make a new one`);
  return text;
}
