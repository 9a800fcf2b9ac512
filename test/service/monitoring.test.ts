/** What monitoring reads of the real executable: by Prometheus' rules, and as documented. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Person } from "../../scripts/programs/dashboard-client/account.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { debianProgram, testWith } from "../fixtures/needs.ts";

const promtool = debianProgram("promtool", "prometheus");

const installation = new Installation();
const { secret, publishable } = await installation.project();
const service = await installation.serve();
const { url } = service;
afterAll(() => service.stop());

const first = await callRisk(url, secret.key, fullRequest());
const { decisionId } = (await first.json()) as { decisionId: string };
await callRisk(url, secret.key, { requestId: "r" });
await callRisk(url, "sk_nobody", fullRequest());
await fetch(`${url}/v1/decisions/${decisionId}/outcome`, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-Service-Key": secret.key },
  body: JSON.stringify({ outcome: "fraud", requestId: "r-2" }),
});
const batch = { key: publishable.key, collectionId: "col_abcdefgh1234" };
await fetch(`${url}/sdk/batch`, { method: "POST", body: JSON.stringify(batch) });
await new Person(url).post("/session", { email: "a@example.com", password: "wrong-password-1" });

const text = await (await fetch(`${url}/metrics`)).text();
/** The value of a metric with these labels. */
const sampleOf = (sample: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length + 1));
};

describe("the metrics", () => {
  testWith(promtool)("pass promtool without a complaint", () => {
    const checked = Bun.spawnSync(["promtool", "check", "metrics"], { stdin: Buffer.from(text) });
    expect(checked.stderr.toString() + checked.stdout.toString()).toBe("");
    expect(checked.exitCode).toBe(0);
  });

  test("are those that the documents list", () => {
    const page = readFileSync(join(import.meta.dir, "../../docs/monitoring/README.md"), "utf8");
    const documented = new Set(
      [...page.matchAll(/`((?:booking_risk|process)_[a-z_]+)`/g)].map((m) => m[1]!),
    );
    const published = [...text.matchAll(/^# TYPE (\S+)/gm)].map((m) => m[1]!);
    expect([...documented].sort()).toEqual(published.sort());
  });

  test("count what happened", () => {
    expect(sampleOf('booking_risk_refusals_total{endpoint="risk",code="invalid_key"}')).toBe(1);
    expect(sampleOf('booking_risk_refusals_total{endpoint="risk",code="validation_failed"}')).toBe(
      1,
    );
    expect(sampleOf('booking_risk_outcomes_total{outcome="fraud"}')).toBe(1);
    expect(sampleOf('booking_risk_telemetry_batches_total{result="accepted"}')).toBe(0);
    const refused = 'booking_risk_telemetry_batches_total{result="validation_failed"}';
    expect(sampleOf(refused)).toBe(1);
    expect(sampleOf('booking_risk_sign_ins_total{step="password",result="failed"}')).toBe(1);
    expect(sampleOf("booking_risk_score_count")).toBe(1);
    expect(sampleOf("booking_risk_ready")).toBe(1);
    for (const stage of ["history", "features", "model", "commit"]) {
      const name = "booking_risk_decision_stage_duration_seconds";
      expect(sampleOf(`${name}_count{stage="${stage}"}`)).toBe(1);
      expect(sampleOf(`${name}_sum{stage="${stage}"}`)).toBeWithin(0, 10);
    }
    expect(sampleOf('booking_risk_http_requests_in_flight{route="/metrics"}')).toBe(1);
    expect(sampleOf('booking_risk_http_requests_in_flight{route="/v1/risk"}')).toBe(0);
  });

  test("measure the machine truly", () => {
    expect(sampleOf("booking_risk_disk_free_bytes")).toBeGreaterThan(0);
    expect(
      sampleOf('booking_risk_database_size_bytes{database="events",file="main"}'),
    ).toBeGreaterThan(0);
    const resident = sampleOf("process_resident_memory_bytes")!;
    expect(resident).toBeWithin(50e6, 2e9);
    expect(sampleOf("process_open_fds")).toBeWithin(5, 1000);
    expect(Math.abs(sampleOf("process_start_time_seconds")! - Date.now() / 1000)).toBeLessThan(300);
    expect(text).toMatch(
      /booking_risk_build_info\{version="[\d.]+",commit="([0-9a-f]{40}(-dirty)?|none)",bun="[\d.]+"\} 1/,
    );
  });

  test("have no figure of Node, which are wrong under Bun", () => {
    expect(text).not.toMatch(/nodejs_|process_heap_bytes|process_virtual_memory/);
  });

  test("have no key, decision or address in a label", () => {
    expect(text).not.toContain(decisionId);
    expect(text).not.toMatch(/\bsk_|\bpk_|example\.com|127\.0\.0\.1/);
  });
});
