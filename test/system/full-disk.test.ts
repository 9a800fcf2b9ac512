/** A real full disk: `/readyz` and scoring agree at any moment, and both recover by themselves. */
import { afterAll, expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { smallDisk, testWith } from "../fixtures/needs.ts";

const mounts: string[] = [];
afterAll(() => {
  for (const folder of mounts) {
    spawnSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A file system of its own, which holds what a service needs at its start and some 2 MB more. */
function mountSmallDisk(mib: number): string {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  const { status, stderr } = spawnSync(
    "mount",
    ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  mounts.push(folder);
  return folder;
}

const installation = new Installation();

testWith(smallDisk)(
  "on a full disk /readyz and scoring refuse together, and answer together when there is room",
  async () => {
    const disk = mountSmallDisk(64);
    const data = join(disk, "data");
    const at = ["--data", data];
    const { projectId } = await installation.json("project", "create", "Hotel", ...at);
    const of = ["key", "create", "--project", projectId!, "--kind", "secret", ...at];
    const { key } = await installation.json<{ key: string }>(...of);
    const service = await installation.serve(...at);
    const readyz = () => fetch(`${service.url}/readyz`);
    const score = () => callRisk(service.url, key, fullRequest());

    expect((await score()).status).toBe(200);
    const before = (await (await readyz()).json()) as { status: string; warnings: string[] };
    expect(before.status).toBe("ready");
    expect(before.warnings.join()).toMatch(/the disk of the data folder has \d+ MiB left/);

    const filler = join(disk, "filler");
    const filled = spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    expect(filled.status).not.toBe(0); // No space left on device.
    // The log's free space is used up first.
    await waitUntil("a refusal", async () => (await score()).status === 503, { intervalMs: 1 });
    const statuses: [number, number][] = [];
    for (let i = 0; i < 200; i++) statuses.push([(await score()).status, (await readyz()).status]);
    expect(new Set(statuses.map(String))).toEqual(new Set(["503,503"]));

    writeFileSync(filler, "");
    expect((await readyz()).status).toBe(200);
    expect((await score()).status).toBe(200);

    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/booking_risk_storage_errors_total\{kind="full"\} [1-9]/);
    expect(metrics).toMatch(/booking_risk_ready 1/);
    const lines = service.log.filter((line) => line.includes("disk is full"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(5);
    expect(await service.stop()).toBe(0);
  },
);
