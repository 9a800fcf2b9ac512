import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-other-trade-"));
afterAll(() => rmSync(folder, { recursive: true }));

const header =
  "user_id,signup_time,purchase_time,purchase_value,device_id,source,browser,sex,age,ip_address,class";
const row = (purchase: string, more = "") =>
  `7,2015-02-24 22:55:49,${purchase},34,DEVICE,SEO,Chrome,M,39,732758368.79972${more},1`;

/** Runs map.ts on these lines. */
async function mapped(lines: readonly string[], ...flags: string[]) {
  const [from, to] = [join(folder, "in.csv"), join(folder, "out.ndjson")];
  writeFileSync(from, lines.join("\r\n"));
  const command = [process.execPath, join(import.meta.dir, "map.ts"), from, to, ...flags];
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"] });
  const error = await child.stderr.text();
  const status = await child.exited;
  const attempts = status === 0 ? readFileSync(to, "utf8").trim().split("\n") : [];
  return { status, error, attempts: attempts.map((line) => JSON.parse(line)) };
}

test("a byte order mark, quotes and Windows line ends are no obstacle", async () => {
  const quoted = row("2015-04-18 02:47:11").replace("DEVICE", '"DEVICE"');
  const { error, attempts } = await mapped([`\uFEFF${header}`, quoted]);
  expect(error).toBe("");
  expect(attempts).toMatchObject([
    {
      decidedAt: "2015-04-18T02:47:11Z",
      collection: { deviceId: "DEVICE", ip: "43.173.1.96", startedAt: "2015-02-24T22:55:49Z" },
      outcome: "chargeback",
    },
  ]);
  expect(attempts[0]).not.toHaveProperty("outcomeAt");
});

test("a copy without addresses has none; an outcome has a date where one is asked for", async () => {
  const without = [header, row("2015-04-18 02:47:11")].map((line) =>
    line.replace(/,(ip_address|732758368.79972)/, ""),
  );
  const { attempts } = await mapped(without, "--outcome-days", "30");
  expect(attempts[0].collection).not.toHaveProperty("ip");
  expect(attempts[0].outcomeAt).toBe("2015-05-18T02:47:11.000Z");
});

test.each<[string, string[], string]>([
  [
    "dates in American order",
    [header, row("2015-04-18 02:47:11"), row("4/18/15 2:47")],
    'line 3: purchase_time is "4/18/15 2:47", and must be like 2015-02-24 22:55:49',
  ],
  [
    "a day that does not exist",
    [header, row("2015-13-45 02:47:11")],
    'line 2: purchase_time is "2015-13-45 02:47:11", and must be like 2015-02-24 22:55:49',
  ],
  [
    "a cell too many",
    [header, row("2015-04-18 02:47:11", ",x")],
    "line 2: 12 cells, and the header has 11",
  ],
  ["other columns", ["a,b", "1,2"], "line 1: there is no column user_id, signup_time"],
])("%s: one line says where", async (_, lines, expected) => {
  const { status, error } = await mapped(lines);
  expect(status).toBe(1);
  expect(error).toStartWith(`map.ts: ${expected}`);
  expect(error.trim().split("\n")).toHaveLength(1);
});
