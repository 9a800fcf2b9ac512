/** A project with a season of bookings, and what an operator does there to put a model into service. */
import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { ReplayReport } from "../../../src/evaluation/replay/report.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";

export class Gate extends Installation {
  projectId = "";
  keys = { secret: "", publishable: "" };

  inFolder(name: string): string {
    return join(this.folder, name);
  }

  /** Imports the lines into a new project. */
  async open(lines: readonly string[]): Promise<void> {
    const { projectId, secret, publishable } = await this.project("Season");
    this.projectId = projectId;
    this.keys = { secret: secret.key, publishable: publishable.key };
    const file = this.inFolder("season.ndjson");
    writeFileSync(file, `${lines.join("\n")}\n`);
    await this.json("history", "import", file, "--project", projectId);
  }

  replay(name: string, ...flags: string[]): Promise<ReplayReport> {
    return this.json("model", "replay", name, "--project", this.projectId, ...flags);
  }

  promote(name: string, ...flags: string[]) {
    return this.run("model", "promote", name, "--project", this.projectId, ...flags);
  }

  rollback() {
    return this.json("model", "rollback", "--project", this.projectId);
  }

  async lastPromotion() {
    const log = await this.json<{ action: string; detail: { forced?: boolean } }[]>("model", "log");
    return log.find(({ action }) => action === "model.promote")!.detail;
  }

  /** Live decisions that a model scores in shadow mode, and the service that decided them. */
  async shadowed(
    name: string,
    calls: number,
    booking: (i: number, service: Service) => unknown,
  ): Promise<Service> {
    // A visit of minutes is sent at once: more batches a second than a browser sends.
    const limits = ["--telemetry-collection-limit", "0", "--telemetry-address-limit", "0"];
    const service = await this.serve("--trusted-proxy", "127.0.0.1", ...limits);
    await this.json("model", "shadow", name, "--project", this.projectId);
    await waitUntil("the shadow model", async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes('state="shadow"'),
    );
    for (let i = 0; i < calls; i++) {
      const answer = await callRisk(service.url, this.keys.secret, await booking(i, service));
      expect(answer.status).toBe(200);
    }
    const report = () =>
      this.json<{ decisions: number }>(
        "model",
        "shadow",
        name,
        "--project",
        this.projectId,
        "--report",
      );
    await waitUntil("all shadow scores", async () => (await report()).decisions === calls);
    return service;
  }
}

/** The names of the criteria that were not met. */
export const failed = ({ criteria }: ReplayReport) =>
  criteria.filter(({ passed }) => passed === false).map(({ name }) => name);
