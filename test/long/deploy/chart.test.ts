/**
 * The Helm chart of docs/deploy and the manifests made of it: rendered by Helm, valid by Kubernetes' own
 * schemas, and allowed by the restricted Pod Security Standard.
 */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../../package.json";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { packChart } from "../../../scripts/release/deploy-files.ts";
import { testWith } from "../../fixtures/needs.ts";
import { chart, deploy, helm, helmProgram, manifests, rendered, template } from "./chart.ts";
import { kubernetesSchemas, python } from "./install.ts";

type Fields = Record<string, unknown>;

interface PodSpec extends Fields {
  containers: {
    env: { name: string; value?: string }[];
    readinessProbe: { httpGet: { path: string }; periodSeconds: number; failureThreshold: number };
    livenessProbe: { httpGet: { path: string } };
    securityContext: Fields;
    volumeMounts: { name: string }[];
  }[];
  volumes?: Fields[];
  securityContext: Fields;
  terminationGracePeriodSeconds: number;
}

interface Resource {
  kind: string;
  spec: Fields & { template: { spec: PodSpec } };
}

const fileOf = (name: string) => readFileSync(join(deploy, name), "utf8");
const parsed = (text: string) => [Bun.YAML.parse(text)].flat() as Resource[];
const workloadOf = (resources: Resource[]) =>
  resources.find(({ kind }) => kind === "Deployment" || kind === "StatefulSet")!;

/** Callers connect without a proxy. */
const direct = ["--set-json", "trustedProxies=[]"];

testWith(helmProgram)("Helm's linter passes the chart, which has this version", async () => {
  expect(await outputOf([helm, "lint", "--strict", chart, ...direct])).toContain(
    "0 chart(s) failed",
  );
  const { version, appVersion } = Bun.YAML.parse(fileOf("chart/Chart.yaml")) as Fields;
  expect([version, appVersion]).toEqual([manifest.version, manifest.version]);
});

testWith(helmProgram)("the trusted proxies have to be named, or that there are none", async () => {
  const { exitCode, stderr } = Bun.spawnSync([...template, chart]);
  const said = "set trustedProxies to the networks of your ingress's pods";
  expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining(said)]);
  expect(await rendered(direct)).not.toContain("BOOKING_RISK_TRUSTED_PROXY");
  const named = await rendered(["--set-json", 'trustedProxies=["10.42.7.0/24","10.42.8.1"]']);
  expect(named).toContain('name: BOOKING_RISK_TRUSTED_PROXY, value: "10.42.7.0/24,10.42.8.1"');
});

testWith(helmProgram)("the chart of a release gives the same as its folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-chart-"));
  const packed = await packChart(folder);
  expect(await rendered(direct, packed)).toBe(await rendered(direct));
  rmSync(folder, { recursive: true });
});

testWith(helmProgram)(
  "a ServiceMonitor and operators are added where they are wanted",
  async () => {
    const operators = 'networkPolicy.operators=[{"podSelector":{}}]';
    const wanted = ["--set", "serviceMonitor.enabled=true", "--set-json", operators];
    const text = await rendered([...direct, ...wanted]);
    const resources = parsed(text);
    const monitor = resources.find(({ kind }) => kind === "ServiceMonitor")!;
    expect(monitor.spec).toMatchObject({ endpoints: [{ port: "operations", path: "/metrics" }] });
    const policy = resources.find(({ kind }) => kind === "NetworkPolicy")!;
    expect(policy.spec.ingress).toHaveLength(2);
  },
);

describe.each(Object.entries(manifests))("%s", (name, flags) => {
  const resources = parsed(fileOf(name));
  const { kind, spec } = workloadOf(resources);
  const pod = spec.template.spec;
  const [container] = pod.containers as [PodSpec["containers"][0]];

  // After a change of the chart: node scripts/with-bun.mjs test/long/deploy/chart.ts
  testWith(helmProgram)("is what the chart gives", async () => {
    expect(await rendered(flags)).toBe(fileOf(name));
  });

  testWith(kubernetesSchemas)("is valid by Kubernetes' schemas, without an unknown field", () => {
    const validate = ["-m", "kubernetes_validate", "--strict", join(deploy, name)];
    const { stdout, stderr, exitCode } = Bun.spawnSync([python, ...validate]);
    const said = stdout.toString() + stderr.toString();
    expect(said).not.toMatch(/ERROR|WARN/);
    expect(said.match(/ passed for resource /g)).toHaveLength(resources.length);
    expect(exitCode).toBe(0);
  });

  // The rules of the standard's page that these pods could break.
  test("is allowed by the restricted Pod Security Standard", () => {
    for (const forbidden of ["hostNetwork", "hostPID", "hostIPC", "hostUsers"]) {
      expect(pod[forbidden]).toBeUndefined();
    }
    const allowed = ["configMap", "csi", "downwardAPI", "emptyDir", "persistentVolumeClaim"];
    for (const { name, ...kinds } of pod.volumes ?? []) {
      const [volume] = Object.keys(kinds);
      expect([name, [...allowed, "projected", "secret"]]).toEqual([
        name,
        expect.arrayContaining([volume]),
      ]);
    }
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65_532, // As the image's, not 0.
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(pod.containers).toHaveLength(1);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  test("drains for longer than it takes to be seen as not ready, and is not killed before", () => {
    const { readinessProbe, livenessProbe, env } = container;
    const { value } = env.find(({ name }) => name === "BOOKING_RISK_DRAIN_SECONDS")!;
    const seenS = readinessProbe.periodSeconds * readinessProbe.failureThreshold;
    expect(Number(value)).toBeGreaterThan(seenS);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(value) + 60);
    expect(readinessProbe.httpGet.path).toBe("/readyz");
    // A database that is away is no reason for restarts.
    expect(livenessProbe.httpGet.path).toBe("/healthz");
  });

  test("has one copy on SQLite, and more than one only on PostgreSQL", () => {
    const hasDatabase = container.env.some(({ name }) => name === "DATABASE_URL_FILE");
    const onPostgres = name === "kubernetes-postgres.yaml";
    expect([kind, spec.replicas, hasDatabase]).toEqual(
      onPostgres ? ["Deployment", 2, true] : ["StatefulSet", 1, false],
    );
    const budgets = resources.filter(({ kind }) => kind === "PodDisruptionBudget");
    expect(budgets).toHaveLength(onPostgres ? 1 : 0);
    if (!onPostgres) return;
    expect(spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
  });
});
