/**
 * `npm run bench -- telemetry`: how the executable handles legitimate and hostile telemetry at a fixed rate
 * (open loop), the latency of scoring with and without it, alternating in one run, the CPU time of a batch
 * by thread, memory, and whether every batch that was acknowledged with 204 is on disk afterwards.
 *
 *     npm run bench -- telemetry [--rate 5000] [--collections 10000] [--seconds 10] [--rounds 3]
 *       [--risk-rate 500] [--connections 256] [--kill] [--executable FILE]
 *
 * A round is `--seconds` of scoring alone, and as long during telemetry. `--kill` kills the service halfway
 * through its only round and restarts it; scoring is then not measured. Client IP addresses are sent in
 * X-Forwarded-For, as by a trusted proxy.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newKey } from "../../../src/projects/key-format.ts";
import { executableOf, Installation, type Service } from "../installation.ts";
import type { Load } from "../load.ts";
import { bytesIn } from "../process-facts.ts";
import { inProcess, runLoad } from "../run-load.ts";
import { isGiven, positive, scenario, text, whole } from "../scenario.ts";
import { between } from "../thread-cpu.ts";
import type { TelemetryLoad, TelemetryResult } from "./load.ts";
import { type Phase, type Result, type Round, reportLines } from "./report.ts";
import { verifyOnDisk } from "./verify-on-disk.ts";

export default scenario(
  {
    rate: whole(5000),
    collections: whole(10_000),
    "risk-rate": whole(500),
    seconds: positive(10),
    rounds: whole(3),
    connections: whole(256),
    kill: isGiven,
    executable: text,
  },
  async ({ kill, executable, ...wanted }, { log, print }) => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-telemetry-"));
    const data = join(folder, "data");
    const installation = new Installation(await executableOf(executable), data);
    const { projectId, key } = await installation.project();
    const publishable = await installation.key(projectId, "publishable");
    const service = await installation.serve(
      "--trusted-proxy",
      "127.0.0.1",
      "--telemetry-rate-limit",
      String(wanted.rate * 2),
      "--telemetry-key-quota",
      "0",
      "--telemetry-project-quota",
      "0",
    );
    try {
      const { seconds, rate, connections, collections } = wanted;
      const risk: Load = {
        ...service.bookings({ key }),
        seconds,
        connections: 32,
        rate: wanted["risk-rate"],
      };
      const telemetry: TelemetryLoad = {
        url: service.url("/sdk/batch"),
        rate,
        seconds,
        connections,
        collections,
        keys: { key: publishable, unknown: newKey("publishable") },
        acknowledgedFile: join(folder, "acknowledged"),
      };
      log("Warming up …");
      await runLoad({ ...risk, seconds: 3 });
      if (!kill) await send({ ...telemetry, seconds: 3 });
      const before = service.facts?.peakMiB ?? null;
      const rounds: Round[] = [];
      const count = kill ? 1 : wanted.rounds;
      for (let n = 1; n <= count; n++) {
        log(`Round ${n} of ${count}: ${rate} batches a second, ${seconds} s …`);
        const measured = await (kill
          ? killed(service, telemetry)
          : scored(service, risk, telemetry));
        const memoryMiB = service.residentMiB;
        log("Verifying the acknowledged batches …");
        const disk = await verifyOnDisk(data, projectId, telemetry.acknowledgedFile);
        rounds.push({ ...measured, memoryMiB, disk });
      }
      const peakMiB = { before, after: service.facts?.peakMiB ?? null };
      const result: Result = { rounds, peakMiB, folderBytes: bytesIn(data) };
      print(reportLines(result).join("\n"));
      const hasFailed = rounds.some(({ disk }) => disk.lost + disk.miscounted > 0);
      return { result, hasFailed };
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

const send = (load: TelemetryLoad) => inProcess<TelemetryResult>("telemetry/load.ts", load);

type Measured = Omit<Round, "disk" | "memoryMiB">;

/** One round: scoring alone, and during telemetry. */
async function scored(service: Service, risk: Load, telemetry: TelemetryLoad): Promise<Measured> {
  const phase = async (): Promise<Phase> => {
    const before = service.threadCpu();
    const result = await runLoad(risk);
    return { risk: result, cpu: between(before, service.threadCpu()) };
  };
  const alone = await phase();
  const sending = send(telemetry);
  const beside = await phase();
  return { alone, beside, telemetry: await sending };
}

/** The round with `--kill`; the CPU time is since the restart. */
async function killed(service: Service, telemetry: TelemetryLoad): Promise<Measured> {
  const sending = send(telemetry);
  await Bun.sleep((telemetry.seconds * 1000) / 2);
  await service.killAndRestart();
  const sent = await sending;
  const beside = { risk: null, cpu: service.threadCpu() };
  return { alone: null, beside, telemetry: sent };
}
