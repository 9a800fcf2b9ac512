/**
 * The files of docs/monitoring in a real Prometheus that scrapes the real executable: every rule is
 * loaded, every expression answers, every metric exists, and every alert leads into the runbook.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../scripts/programs/free-port.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation, type Service } from "../fixtures/executable.ts";
import { anchorsOf } from "../fixtures/markdown.ts";
import { debianProgram, describeWith } from "../fixtures/needs.ts";

const monitoring = resolve(import.meta.dir, "../../docs/monitoring");
const prometheusProgram = debianProgram("prometheus");

interface Rule {
  name: string;
  query: string;
  health: string;
  state: string;
  annotations: { runbook_url: string };
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

const dashboard = JSON.parse(readFileSync(join(monitoring, "dashboard.json"), "utf8")) as Dashboard;
/** As Grafana fills in its variables. */
const panelQueries = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) =>
    expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
  ),
);

describeWith(prometheusProgram)("Prometheus", () => {
  const installation = new Installation();
  const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
  let service: Service;
  let prometheus: Bun.Subprocess;
  let address = "";

  async function api<Data>(path: string): Promise<Data> {
    const response = await fetch(`${address}/api/v1/${path}`);
    const { status, data, error } = (await response.json()) as Record<string, unknown>;
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data as Data;
  }
  const ask = (query: string) =>
    api<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(query)}`);
  const rules = async () => {
    const { groups } = await api<{ groups: { rules: Rule[] }[] }>("rules");
    return groups.flatMap(({ rules }) => rules);
  };

  beforeAll(async () => {
    service = await installation.serve();
    cpSync(monitoring, folder, { recursive: true });
    const config = join(folder, "prometheus.yml");
    const text = readFileSync(config, "utf8")
      .replace("127.0.0.1:3000", new URL(service.url).host)
      .replaceAll("15s", "1s");
    writeFileSync(config, text);
    const free = await freePort();
    address = `http://127.0.0.1:${free}`;
    prometheus = Bun.spawn(
      [
        "prometheus",
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${free}`,
        "--log.level=error",
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    const isUp = async () => {
      const { result } = await ask('up{job="booking-risk"} == 1');
      return result.length === 1;
    };
    await waitUntil("the first scrape", isUp, { ignoreErrors: true });
  });

  afterAll(async () => {
    prometheus?.kill();
    await prometheus?.exited;
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("loads every rule, and evaluates each without an error", async () => {
    const all = await waitUntil("an evaluation", async () => {
      const found = await rules();
      return found.every(({ health }) => health !== "unknown") && found;
    });
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ health }) => health !== "ok")).toEqual([]);
  });

  test("every alert leads to a section of the runbook, and every section has its alert", async () => {
    const sections = (await rules()).map(({ annotations }) => {
      const [path, anchor] = annotations.runbook_url.split("#");
      expect(path).toBe("docs/runbook.md");
      return anchor!;
    });
    const [, ...anchors] = anchorsOf("docs/runbook.md"); // Without the title.
    expect(anchors.sort()).toEqual(sections.sort());
  });

  test("answers every query of the dashboard", async () => {
    expect(panelQueries.length).toBeGreaterThan(25);
    for (const query of panelQueries) await ask(query);
  });

  test("the service has every metric that the rules, the dashboard and the runbook name", async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const published = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    const runbook = readFileSync(resolve(monitoring, "../runbook.md"), "utf8");
    const used = [...panelQueries, ...(await rules()).map(({ query }) => query), runbook]
      .flatMap((one) => one.match(/\b(?:booking_risk|process)_[a-z_]+/g) ?? [])
      .map((name) => (published.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "")));
    expect([...new Set(used)].filter((name) => !published.has(name))).toEqual([]);
  });

  test("an alert begins when the service is killed", async () => {
    const stateOf = async () =>
      (await rules()).find(({ name }) => name === "BookingRiskDown")!.state;
    expect(await stateOf()).toBe("inactive");
    service.process.kill("SIGKILL");
    await waitUntil("the alert", async () => (await stateOf()) !== "inactive");
  });
});

describeWith(debianProgram("promtool", "prometheus"))("promtool", () => {
  test("the alert rules pass their tests", () => {
    const run = Bun.spawnSync(["promtool", "test", "rules", "alerts.test.yml"], {
      cwd: monitoring,
    });
    expect(run.stdout.toString() + run.stderr.toString()).toContain("SUCCESS");
    expect(run.exitCode).toBe(0);
  });
});
