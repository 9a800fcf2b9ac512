/**
 * Generates labelled data from another trade: purchases at a web shop, with the columns of a public
 * data set ("Fraud_Data.csv", used in many courses), so that map.ts can be tried without it.
 *
 *     bun models/training/other-trade/generate.ts OUT.csv [--rows N] [--seed TEXT]
 *
 * As in the public file, about a tenth is fraud, mostly accounts created in bulk on one device or IP
 * address seconds before their first purchase; the rest looks like ordinary purchases. In the public
 * file all bulk accounts are from the first weeks; here they are spread over the year.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { dayMs } from "../../../src/base/durations.ts";
import { type Random, randomOf } from "../simulator/random.ts";

const header =
  "user_id,signup_time,purchase_time,purchase_value,device_id,source,browser,sex,age,ip_address,class";
const start = Date.UTC(2015, 0, 1);

interface Purchase {
  at: number;
  signupAt: number;
  device: string;
  ip: number;
  fraud: boolean;
}

function honest(random: Random): Purchase {
  const signupAt = start + random.int(0, 200 * dayMs);
  const at = signupAt + random.int(60_000, 120 * dayMs);
  return { at, signupAt, device: random.code(13), ip: random.int(2 ** 24, 3.7e9), fraud: false };
}

/** One machine that signs up and buys repeatedly. */
function farm(random: Random): Purchase[] {
  const first = start + random.int(0, 300 * dayMs);
  const machine = { device: random.code(13), ip: random.int(2 ** 24, 3.7e9) };
  return Array.from({ length: random.int(4, 14) }, () => {
    const signupAt = first + random.int(0, 12 * 3_600_000);
    return { ...machine, signupAt, at: signupAt + 1000, fraud: true };
  });
}

function purchases(random: Random, rows: number): Purchase[] {
  const all: Purchase[] = [];
  while (all.length < rows) {
    const kind = random.weighted({ honest: 9000, quiet: 450, farm: 55 });
    if (kind === "farm") all.push(...farm(random));
    else all.push({ ...honest(random), fraud: kind === "quiet" });
  }
  return all.sort((a, b) => a.at - b.at);
}

const time = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

function lineOf(random: Random, { at, signupAt, device, ip, fraud }: Purchase): string {
  return [
    random.int(1, 400_000),
    time(signupAt),
    time(at),
    Math.round(random.around(35, 0.5)),
    device.toUpperCase(),
    random.pick(["SEO", "Ads", "Direct"]),
    random.pick(["Chrome", "Chrome", "IE", "Safari", "FireFox", "Opera"]),
    random.pick(["M", "F"]),
    random.int(18, 70),
    `${ip}.${random.int(0, 99_999)}`,
    fraud ? 1 : 0,
  ].join(",");
}

const { values, positionals } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    seed: { type: "string", default: "other-trade-1" },
  },
  allowPositionals: true,
});
const [file] = positionals;
if (!file) throw new Error("usage: bun models/training/other-trade/generate.ts OUT.csv");
const random = randomOf(values.seed);
const lines = purchases(random, Number(values.rows)).map((one) => lineOf(random, one));
writeFileSync(file, `${header}\n${lines.join("\n")}\n`);
process.stdout.write(`${lines.length} purchases in ${file}\n`);
