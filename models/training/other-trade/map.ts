/**
 * Converts purchases at a web shop into a file for `booking-risk history import`, to show how few
 * booking fields are needed.
 *
 *     bun models/training/other-trade/map.ts Fraud_Data.csv OUT.ndjson
 *
 * The input has no names, e-mail addresses, phones or stays. Required fields that it lacks are constant
 * or derived from the user id, so that they carry no information; optional ones are omitted.
 */
import { readFileSync, writeFileSync } from "node:fs";

type Purchase = Record<string, string>;

/** The public file has no commas inside quoted cells. */
function purchasesIn(csv: string): Purchase[] {
  const [header, ...rows] = csv.replaceAll('"', "").trim().split(/\r?\n/);
  const names = header!.split(",");
  return rows.map((row) => {
    const cells = row.split(",");
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
  });
}

const utc = (time: string) => `${time.trim().replace(" ", "T")}Z`;

/** 732758368.79972 is 43.173.9.96; the fraction has no meaning. */
function addressOf(number: string): string {
  const ip = Math.floor(Number(number));
  return [24, 16, 8, 0].map((bits) => Math.floor(ip / 2 ** bits) % 256).join(".");
}

function attemptOf(purchase: Purchase, place: number) {
  const { user_id: user, purchase_time, signup_time, device_id, ip_address, browser } = purchase;
  const decidedAt = utc(purchase_time!);
  const day = decidedAt.slice(0, 10);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return {
    decidedAt,
    request: {
      booker: {
        referenceId: user,
        firstName: "Unknown",
        lastName: "Unknown",
        email: `${user}@shop.invalid`,
        phone: `+999${user!.padStart(8, "0")}`, // An unassigned country code.
      },
      hotel: { name: "Shop", referenceId: purchase.source, country: "US" },
      booking: { checkIn: day, checkOut: next },
      requestId: `purchase-${place}`,
    },
    collection: {
      deviceId: device_id,
      ip: addressOf(ip_address!),
      userAgent: browser,
      startedAt: utc(signup_time!),
    },
    outcome: purchase.class === "1" ? "chargeback" : "legitimate",
  };
}

const [from, to] = process.argv.slice(2);
if (!from || !to)
  throw new Error("usage: bun models/training/other-trade/map.ts IN.csv OUT.ndjson");
const purchases = purchasesIn(readFileSync(from, "utf8"));
const oldestFirst = purchases.sort((a, b) => (a.purchase_time! < b.purchase_time! ? -1 : 1));
const lines = oldestFirst.map((purchase, i) => JSON.stringify(attemptOf(purchase, i)));
writeFileSync(to, `${lines.join("\n")}\n`);
process.stdout.write(`${lines.length} attempts in ${to}\n`);
