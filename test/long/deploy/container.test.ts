/** docs/deploy/Containerfile, built upon bases from Debian's packages, and run as it should be run. */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../../scripts/programs/free-port.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { booking } from "../../fixtures/booking.ts";
import { callRisk } from "../../fixtures/executable.ts";
import { testWith } from "../../fixtures/needs.ts";
import { containerPrograms, Podman } from "./podman.ts";

const project = resolve(import.meta.dir, "../../..");
const minutes = 60_000;
const canRun = containerPrograms.every(({ isInstalled }) => isInstalled);
const test = testWith(...containerPrograms);
const image = "localhost/booking-risk:test";
const program = "/usr/bin/booking-risk";

describe("the image", async () => {
  let podman: Podman;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  /** Everything that the documents advise. */
  const confined = [
    "--read-only",
    "--read-only-tmpfs=false",
    "--cap-drop=all",
    "--memory=1g",
    "--security-opt=no-new-privileges",
    "--volume=data:/var/lib/booking-risk",
    "--env=BOOKING_RISK_HOST=127.0.0.1",
    `--env=BOOKING_RISK_PORT=${port}`,
  ];
  let container: string;
  let key = "";
  let decisionId = "";

  beforeAll(async () => {
    if (!canRun) return;
    podman = new Podman();
    const [base, buildBase] = ["localhost/base:test", "localhost/build-base:test"];
    await podman.base(base, ["base-files", "libstdc++6"]);
    await podman.base(buildBase, ["base-files", "dash", "coreutils"]);
    const args = { EXECUTABLE: "booking-risk", BASE: base, BUILD_BASE: buildBase };
    const file = join(project, "docs/deploy/Containerfile");
    await podman.build(file, image, args, join(project, "dist"));
    container = await podman.start(image, ...confined);
    await ready();
  }, 5 * minutes);
  afterAll(() => podman?.remove());

  const isReady = async () => (await podman.run("exec", container, program, "ready")).status === 0;
  const ready = () =>
    waitUntil("the container to be ready", isReady, { timeoutMs: minutes, intervalMs: 200 });
  const state = async (member: string) =>
    (await podman.must("inspect", "--format", `{{.State.${member}}}`, container)).trim();
  const command = async (...args: string[]) =>
    JSON.parse(await podman.must("exec", container, program, ...args, "--json"));

  test("scores bookings with a read-only root, as a user without rights", async () => {
    const { projectId } = await command("project", "create", "Hotel");
    ({ key } = await command("key", "create", "--project", projectId, "--kind", "secret"));
    const answer = await callRisk(url, key, booking({ requestId: "in-a-container" }));
    expect(answer.status).toBe(200);
    ({ decisionId } = (await answer.json()) as { decisionId: string });
    const status = readFileSync(`/proc/${await state("Pid")}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  });

  test("is healthy by its own executable, and has no shell", async () => {
    await podman.must("healthcheck", "run", container);
    expect(await state("Health.Status")).toBe("healthy");
    const shell = await podman.run("exec", container, "/bin/sh", "-c", "true");
    expect(shell.error).toContain("no such file");
  });

  test("doctor finds nothing wrong, and models are checked in a sandbox", async () => {
    const { checks } = await command("doctor");
    const named = new Map(
      (checks as { name: string; detail: string }[]).map(({ name, detail }) => [name, detail]),
    );
    expect(named.get("sandbox")).toContain("seccomp");
    expect(named.get("folder")).toContain("has mode 700 and belongs to user 65532");
  });

  test("ends in order at SIGTERM, and the next container has the data", async () => {
    await podman.must("stop", "--time=60", container);
    expect(await state("ExitCode")).toBe("0"); // 137 would be a kill after that time.
    container = await podman.start(image, ...confined);
    await ready();
    expect(await command("decision", "show", decisionId)).toMatchObject({
      decisionId,
    });
    expect((await callRisk(url, key, booking({ requestId: "after-it" }))).status).toBe(200);
  });

  test("has no file that a user of the container could change", async () => {
    const root = (await podman.must("image", "mount", image)).trim();
    const find = ["find", root, "-xdev", "-type", "f", "(", "-uid", "65532", "-o", "-perm", "-o=w"];
    const found = Bun.spawnSync([...find, ")"]);
    expect(found.stdout.toString()).toBe("");
    expect(existsSync(join(root, program))).toBe(true);
    await podman.must("image", "unmount", image);
  });
});
