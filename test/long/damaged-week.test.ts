/**
 * A simulated week of `serve --backup-every` on a damaged database: no backup replaces the last good one, and the
 * alerts fire. The clock of the service, and of the commands that it starts, is the test's.
 */
import { expect } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { damageTable } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { fakeClock, faketime } from "../fixtures/faketime.ts";
import { debianProgram, testWith } from "../fixtures/needs.ts";

const intervalHours = 12;
const intervals = (7 * 24) / intervalHours;
const rules = resolve(import.meta.dir, "../../docs/monitoring/alerts.yml");
const failures = 'booking_risk_backups_total{result="failed"}';
const metrics = [
  "booking_risk_last_backup_timestamp_seconds",
  "booking_risk_backup_interval_seconds",
  'booking_risk_database_damaged{database="events"}',
];

testWith(faketime, debianProgram("promtool", "prometheus"))(
  "the last good backup is still there after a week, and the alerts fire",
  async () => {
    const installation = new Installation();
    const to = join(installation.folder, "backups");
    mkdirSync(to);
    const clock = fakeClock(join(installation.folder, "clock"));
    const { secret } = await installation.project();
    const first = await installation.serve();
    expect((await callRisk(first.url, secret.key, booking())).status).toBe(200);
    expect(await first.stop()).toBe(0);
    const serve = () =>
      installation.serveIn(
        clock.environment,
        "--backup-every",
        `${intervalHours}h`,
        "--backup-to",
        to,
        "--backup-keep",
        "1",
      );
    const before = await serve();
    const { createdAt, file } = await waitUntil("a backup", () => of(before, "backup_made")[0]);
    expect(await before.stop()).toBe(0);
    damageTable(join(installation.data, "events.db"), "shadow_scores");

    const service = await serve();
    const samples: number[][] = [];
    for (let n = 1; n <= intervals; n++) {
      clock.set(n * intervalHours * 3600);
      // The log repeats itself every 10 s at most; a metric counts each.
      const sample = await waitUntil(
        "a failed backup",
        async () => {
          const [failed, ...rest] = await samplesOf(service);
          return failed === n && rest;
        },
        { intervalMs: 200 },
      );
      samples.push(sample);
    }
    expect(of(service, "backup_failed")[0]!.reason).toContain("events.db is damaged");
    expect(of(service, "backup_made")).toEqual([]);
    expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
    expect(await service.stop()).toBe(0);

    expect(readdirSync(to).map((name) => join(to, name))).toEqual([file]);
    const verified = await installation.json("backup", "verify", file);
    expect(verified).toMatchObject({ backupAt: createdAt, decisions: 1, same: 1 });
    await checkAlerts(installation.folder, samples, Date.parse(createdAt) / 1000);
  },
);

const of = (service: Service, event: string) =>
  service.log.map((line) => JSON.parse(line)).filter((line) => line.event === event);

/** Of the failures, and of each of the metrics; NaN for one that is not there. */
async function samplesOf({ url }: Service): Promise<number[]> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split("\n");
  return [failures, ...metrics].map((name) => {
    const line = lines.find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  });
}

/**
 * Lets Prometheus evaluate the rules over the week, of which there is a sample every five minutes. Its time begins at 0.
 * @param start when the good backup was made, Unix s.
 */
async function checkAlerts(folder: string, samples: number[][], start: number): Promise<void> {
  const perInterval = intervalHours * 12;
  const series = metrics.map((name, i) => {
    const offset = name.includes("timestamp") ? start : 0;
    const values = samples.map((sample) => `${sample[i]! - offset}+0x${perInterval - 1}`);
    const labelled = name.includes("{")
      ? name.replace("}", ', job="booking-risk", instance="a"}')
      : `${name}{job="booking-risk", instance="a"}`;
    return { series: labelled, values: values.join(" ") };
  });
  const fires = (alertname: string, severity: string, labels: object, summary: string) => ({
    eval_time: "7d",
    alertname,
    exp_alerts: [
      {
        exp_labels: { severity, instance: "a", ...labels },
        exp_annotations: {
          summary,
          runbook_url: `docs/runbook.md#${alertname.toLowerCase()}`,
        },
      },
    ],
  });
  const job = { job: "booking-risk" };
  const expected = [
    { eval_time: `${2 * intervalHours}h`, alertname: "BookingRiskBackupLate", exp_alerts: [] },
    fires(
      "BookingRiskBackupLate",
      "warning",
      job,
      "Backups at an interval fail, or take longer than the interval.",
    ),
    fires("BookingRiskBackupOld", "warning", job, "There is no backup of the last two days."),
    fires("BookingRiskDatabaseDamaged", "critical", {}, "A database is damaged."),
  ];
  const tests = [{ interval: "5m", input_series: series, alert_rule_test: expected }];
  const file = join(folder, "week.test.json"); // YAML includes JSON.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "5m", tests }));
  const checked = Bun.spawnSync(["promtool", "test", "rules", file]);
  expect(checked.stdout.toString() + checked.stderr.toString()).toContain("SUCCESS");
  expect(checked.exitCode).toBe(0);
}
