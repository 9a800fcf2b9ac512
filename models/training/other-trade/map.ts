/**
 * Converts purchases at a web shop into a file for `booking-risk history import`, to show how few
 * booking fields are needed.
 *
 *     bun models/training/other-trade/map.ts Fraud_Data.csv OUT.ndjson [--outcome-days N]
 *
 * The input has no names, e-mail addresses, phones or stays. Required fields that it lacks are constant
 * or derived from the user id, so that they carry no information; optional ones are omitted. Nor does it
 * say when fraud was reported: with --outcome-days, as many days after the purchase; without, outcomes
 * count as reported at the import, and no attempt knows those of earlier ones.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { dayMs } from "../../../src/base/durations.ts";

type Column = (typeof columns)[number];
type Purchase = Record<Column, string>;

/** Of the public file. Some copies of it lack the address. */
const columns = [
  ...(["user_id", "signup_time", "purchase_time", "device_id", "source", "browser"] as const),
  ...(["class", "ip_address"] as const),
];
const optional = "ip_address";

/** What is wrong with the file, without a stack. */
class Unusable extends Error {}

/** The public file has no commas inside quoted cells. */
function purchasesIn(csv: string): Purchase[] {
  const text = csv.replace(/^\uFEFF/, ""); // Spreadsheets begin a file with a byte order mark.
  const [header, ...rows] = text.replaceAll('"', "").trim().split(/\r?\n/);
  const names = header!.split(",");
  const absent = columns.filter((name) => name !== optional && !names.includes(name));
  if (absent.length > 0) throw new Unusable(`line 1: there is no column ${absent.join(", ")}`);
  const places = columns.map((name) => names.indexOf(name));
  return rows.map((row, i) => {
    const cells = row.split(",");
    if (cells.length !== names.length) {
      throw new Unusable(
        `line ${i + 2}: ${cells.length} cells, and the header has ${names.length}`,
      );
    }
    const entries = columns.map((name, column) => [name, cells[places[column]!] ?? ""]);
    return withTimes(Object.fromEntries(entries) as Purchase, i + 2);
  });
}

/** With its times as ISO 8601: 2015-02-24 22:55:49 is 2015-02-24T22:55:49Z. */
function withTimes(purchase: Purchase, line: number): Purchase {
  const [signup_time, purchase_time] = (["signup_time", "purchase_time"] as const).map((column) => {
    const time = `${purchase[column].trim().replace(" ", "T")}Z`;
    // Day and month of 2/3/15 could be either, so nothing but the order of ISO 8601 is taken.
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(time) && !Number.isNaN(Date.parse(time)))
      return time;
    const read = JSON.stringify(purchase[column]);
    throw new Unusable(`line ${line}: ${column} is ${read}, and must be like 2015-02-24 22:55:49`);
  });
  return { ...purchase, signup_time: signup_time!, purchase_time: purchase_time! };
}

/** 732758368.79972 is 43.173.1.96; the fraction has no meaning. */
function addressOf(number: string): string | undefined {
  if (number === "") return undefined;
  const ip = Math.floor(Number(number));
  return [24, 16, 8, 0].map((bits) => Math.floor(ip / 2 ** bits) % 256).join(".");
}

function attemptOf(purchase: Purchase, place: number, outcomeDays: number | null) {
  const { user_id: user, signup_time, device_id, ip_address, browser } = purchase;
  const { purchase_time: decidedAt } = purchase;
  const reportedMs = Date.parse(decidedAt) + (outcomeDays ?? 0) * dayMs;
  const day = decidedAt.slice(0, 10);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return {
    decidedAt,
    request: {
      booker: {
        referenceId: user,
        firstName: "Unknown",
        lastName: "Unknown",
        email: `${user}@shop.invalid`,
        phone: `+999${user.padStart(8, "0")}`, // An unassigned country code.
      },
      hotel: { name: "Shop", referenceId: purchase.source, country: "US" },
      booking: { checkIn: day, checkOut: next },
      requestId: `purchase-${place}`,
    },
    collection: {
      deviceId: device_id,
      ip: addressOf(ip_address),
      userAgent: browser,
      startedAt: signup_time,
    },
    outcome: purchase.class === "1" ? "chargeback" : "legitimate",
    ...(outcomeDays !== null && { outcomeAt: new Date(reportedMs).toISOString() }),
  };
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { "outcome-days": { type: "string" } },
    allowPositionals: true,
  });
  const [from, to] = positionals;
  const { "outcome-days": days } = values;
  if (!from || !to || (days !== undefined && !/^\d+$/.test(days))) {
    throw new Unusable(
      "usage: bun models/training/other-trade/map.ts IN.csv OUT.ndjson [--outcome-days N]",
    );
  }
  const outcomeDays = days === undefined ? null : Number(days);
  const purchases = purchasesIn(readFileSync(from, "utf8"));
  const oldestFirst = purchases.sort((a, b) => (a.purchase_time < b.purchase_time ? -1 : 1));
  const lines = oldestFirst.map((one, i) => JSON.stringify(attemptOf(one, i, outcomeDays)));
  writeFileSync(to, `${lines.join("\n")}\n`);
  process.stdout.write(`${lines.length} attempts in ${to}\n`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  process.stderr.write(`map.ts: ${error.message}\n`);
  process.exitCode = 1;
}
