/** The Debian package on a real Debian with a real systemd: installed, upgraded and removed. */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { debianPackage } from "../../../scripts/release/debian-package.ts";
import { waitUntil } from "../../../scripts/wait-until.ts";
import { booking } from "../../fixtures/booking.ts";
import { debianProgram, root, testWith } from "../../fixtures/needs.ts";
import { BootedDebian } from "./booted-debian.ts";

const project = resolve(import.meta.dir, "../../..");
const architecture = process.arch === "arm64" ? "arm64" : "amd64";
const [older, newer] = ["0.0.1", "0.0.2"] as const;
const address = "http://127.0.0.1:3000";
const minutes = 60_000;

const debootstrap = debianProgram("debootstrap");
const nspawn = debianProgram("systemd-nspawn", "systemd-container");
const canBoot = [root, debootstrap, nspawn].every(({ isInstalled }) => isInstalled);
const test = testWith(root, debootstrap, nspawn);

describe("the Debian package", () => {
  let debian: BootedDebian;
  /** Of the first decision. */
  let decided: { decisionId: string };
  let key = "";

  beforeAll(async () => {
    if (!canBoot) return;
    debian = await BootedDebian.boot();
    await Promise.all([pack(older), pack(newer)]);
  }, 10 * minutes);
  afterAll(() => debian?.remove());

  function pack(version: string): Promise<string> {
    const executable = join(project, "dist/booking-risk");
    const folder = join(debian.folder, "root");
    const licences = [join(project, "LICENSE")];
    return debianPackage({ executable, licences, version, architecture, folder });
  }

  /** As the administrator does: with dpkg, which knows what the package depends on. */
  const dpkg = (...args: string[]) => debian.must("dpkg", ...args);
  const fileOf = (version: string) => `/root/booking-risk_${version}_${architecture}.deb`;
  const isReady = async () =>
    (await debian.run("curl", "--silent", "--fail", `${address}/readyz`)).status === 0;
  /** At once: systemctl, and dpkg by it, have waited for the service. */
  const expectReady = async () => expect(await isReady()).toBe(true);
  const state = async () => (await debian.run("systemctl", "is-active", "booking-risk")).out.trim();
  const service = (...args: string[]) =>
    debian.must("runuser", "-u", "booking-risk", "--", "booking-risk", ...args, "--json");

  /** What `systemctl edit` does, with these lines in place of those before. */
  async function override(...lines: string[]): Promise<void> {
    const dropIn = join(debian.folder, "etc/systemd/system/booking-risk.service.d");
    mkdirSync(dropIn, { recursive: true });
    writeFileSync(join(dropIn, "override.conf"), ["[Service]", ...lines, ""].join("\n"));
    await debian.must("systemctl", "daemon-reload");
  }
  const property = async (name: string) =>
    (
      await debian.must("systemctl", "show", "--value", `--property=${name}`, "booking-risk")
    ).trim();

  async function decide(requestId: string): Promise<{ decisionId: string }> {
    const body = JSON.stringify(booking({ requestId }));
    writeFileSync(join(debian.folder, "root/booking.json"), body);
    const headers = ["--header", `X-Service-Key: ${key}`];
    const json = ["--header", "Content-Type: application/json", "--data", "@/root/booking.json"];
    const call = ["curl", "--silent", "--fail-with-body", ...headers, ...json];
    return JSON.parse(await debian.must(...call, `${address}/v1/risk`));
  }

  test("starts the service when it is installed, as a user of its own", async () => {
    await dpkg("--install", fileOf(older));
    await expectReady();
    expect(await debian.must("stat", "-c", "%U %a", "/var/lib/booking-risk")).toBe(
      "booking-risk 700\n",
    );
    const process = `/proc/${await property("MainPID")}`;
    expect(await debian.must("stat", "-c", "%U", process)).toBe("booking-risk\n");
    const data = ["--data", "/var/lib/booking-risk"];
    const { projectId } = JSON.parse(await service("project", "create", "Hotel", ...data));
    const of = ["key", "create", "--project", projectId, "--kind", "secret"];
    key = JSON.parse(await service(...of, ...data)).key;
    decided = await decide("before-upgrade");
  });

  test("has a command that works as the service does, with its environment file", async () => {
    const environment = join(debian.folder, "etc/booking-risk/environment");
    const before = readFileSync(environment, "utf8");
    const settings = 'BOOKING_RISK_TRUSTED_PROXY="10.0.0.5"\nBOOKING_RISK_DATA=/nowhere\n';
    writeFileSync(environment, `${before}${settings}`);
    const admin = (...args: string[]) =>
      debian.run("sh", "-c", 'cd /root && exec booking-risk-admin "$@"', "sh", ...args);
    const doctor = await admin("doctor");
    expect(doctor).toMatchObject({ status: 0, error: "" });
    expect(doctor.out).toContain("X-Forwarded-For is trusted from 10.0.0.5");
    expect(doctor.out).toMatch(/^ok +folder +\/var\/lib\/booking-risk /m);
    const name = "$HOME 'and' \"$$\" %n";
    const created = await admin("project", "create", name, "--json");
    expect(JSON.parse(created.out)).toMatchObject({ name });
    expect((await admin("project", "craete")).status).toBe(2);
    const owners = await debian.must("find", "/var/lib/booking-risk", "!", "-user", "booking-risk");
    expect(owners).toBe("");
    writeFileSync(environment, before);
  });

  test("has a manual page, and completes commands in bash", async () => {
    expect(await debian.must("zcat", "/usr/share/man/man1/booking-risk.1.gz")).toContain(
      ".SH NAME",
    );
    const complete = [
      "source /usr/share/bash-completion/completions/booking-risk",
      "COMP_WORDS=(booking-risk key cre); COMP_CWORD=2; _booking_risk booking-risk",
      'echo "$COMPREPLY"',
    ];
    expect(await debian.must("bash", "-c", complete.join("\n"))).toBe("create\n");
    const ofOthers = ["zsh/vendor-completions/_booking-risk"];
    ofOthers.push("fish/vendor_completions.d/booking-risk.fish");
    for (const path of ofOthers) {
      expect(await debian.must("cat", `/usr/share/${path}`)).toContain("booking-risk");
    }
  });

  test("reloads the service, which goes on", async () => {
    const main = ["systemctl", "show", "--property=MainPID", "booking-risk"];
    const before = await debian.must(...main);
    await debian.must("systemctl", "reload", "booking-risk");
    await waitUntil("the line reloaded", async () =>
      (await debian.must("journalctl", "--unit=booking-risk", "--output=cat")).includes(
        '"event":"reloaded"',
      ),
    );
    expect(await debian.must(...main)).toBe(before);
  });

  test("shuts the service in, and the check of models works there", async () => {
    const rated = await debian.must("systemd-analyze", "security", "--no-pager", "booking-risk");
    const exposure = Number(/exposure level for booking-risk\.service: ([\d.]+)/.exec(rated)?.[1]);
    // systemd calls 2.0 and less "OK"; JIT compilation and the network are the rest.
    expect(exposure).toBeLessThanOrEqual(2);
    expect(await property("LimitCORE")).toBe("0");
    const unit = readFileSync(
      join(debian.folder, "lib/systemd/system/booking-risk.service"),
      "utf8",
    );
    const doctor = unit
      .replace("serve --data", "doctor --data")
      .replace(/^(Type|WatchdogSec|Restart)=.*$/gm, "");
    writeFileSync(join(debian.folder, "etc/systemd/system/doctor.service"), doctor);
    await debian.must("systemctl", "daemon-reload");
    await debian.must("systemctl", "start", "--wait", "doctor");
    const report = await debian.must("journalctl", "--unit=doctor", "--output=cat", "--no-pager");
    expect(report).toMatch(/^ok +sandbox +model checks: .*seccomp/m);
    expect(report).not.toMatch(/^fail/m);
  });

  test("keeps the data and the configuration when it is upgraded", async () => {
    const environment = join(debian.folder, "etc/booking-risk/environment");
    const configured = `${readFileSync(environment, "utf8")}BOOKING_RISK_LOG_LEVEL=debug\n`;
    writeFileSync(environment, configured);
    const before = await property("MainPID");
    await dpkg("--install", fileOf(newer));
    await expectReady();
    expect(await property("MainPID")).not.toBe(before);
    expect(readFileSync(environment, "utf8")).toBe(configured);
    expect(await debian.must("dpkg-query", "--show", "booking-risk")).toContain(newer);
    const shown = ["decision", "show", decided.decisionId, "--data", "/var/lib/booking-risk"];
    expect(await service(...shown)).toContain("before-upgrade");
    expect((await decide("after-upgrade")).decisionId).not.toBe(decided.decisionId);
  });

  test("makes backups in a folder of its own, and in another that a drop-in allows", async () => {
    const environment = join(debian.folder, "etc/booking-risk/environment");
    const before = readFileSync(environment, "utf8");
    const backedUpTo = async (folder: string) => {
      const settings = `BOOKING_RISK_BACKUP_EVERY=6h\nBOOKING_RISK_BACKUP_TO=${folder}\n`;
      writeFileSync(environment, `${before}${settings}`);
      await debian.must("rm", "--force", "/var/lib/booking-risk/last-backup");
      await debian.must("systemctl", "restart", "booking-risk");
      await waitUntil(`a backup in ${folder}`, async () => {
        return (await debian.must("ls", folder)).trim().endsWith(".tar");
      });
    };
    const own = "/var/lib/booking-risk-backups";
    await backedUpTo(own);
    expect(await debian.must("stat", "-c", "%U %a", own)).toBe("booking-risk 700\n");
    await debian.must("install", "-d", "-o", "booking-risk", "/mnt/backup");
    await override("ReadWritePaths=/mnt/backup");
    await backedUpTo("/mnt/backup");
    await override();
    writeFileSync(environment, before);
    await debian.must("systemctl", "restart", "booking-risk");
    await expectReady();
  });

  test("is restarted by systemd if it hangs, and has the time that it needs to stop", async () => {
    const limits = [await property("WatchdogUSec"), await property("TimeoutStartUSec")];
    expect(limits).toEqual(["1min", "infinity"]);
    await override("WatchdogSec=2", "TimeoutStopSec=1", "Environment=BOOKING_RISK_DRAIN_SECONDS=3");
    await debian.must("systemctl", "restart", "booking-risk");
    expect(await property("StatusText")).toBe(`Listening on ${address}/`);
    const [before, restarts] = [await property("MainPID"), await property("NRestarts")];
    await debian.must("systemctl", "kill", "--signal=STOP", "booking-risk");
    await waitUntil("a restart", async () => (await property("NRestarts")) !== restarts);
    await waitUntil("the service", async () => (await state()) === "active");
    await expectReady();
    expect(await property("MainPID")).not.toBe(before);
    await debian.must("systemctl", "stop", "booking-risk");
    expect(await property("Result")).toBe("success");
    await override();
    await debian.must("systemctl", "start", "booking-risk");
    await expectReady();
  });

  test("is installed even if the service does not start, and says so", async () => {
    const environment = join(debian.folder, "etc/booking-risk/environment");
    const before = readFileSync(environment, "utf8");
    writeFileSync(environment, "BOOKING_RISK_PROT=1\n");
    const { status, error } = await debian.run("dpkg", "--install", fileOf(newer));
    expect(status).toBe(0);
    expect(error).toContain("booking-risk is installed, and does not start");
    writeFileSync(environment, before);
    await debian.must("systemctl", "reset-failed", "booking-risk");
    await debian.must("systemctl", "restart", "booking-risk");
    await expectReady();
  });

  test("stops the service when it is removed, and leaves the data even when purged", async () => {
    await dpkg("--remove", "booking-risk");
    expect(await state()).toBe("inactive");
    expect(existsSync(join(debian.folder, "usr/bin/booking-risk"))).toBe(false);
    const said = await dpkg("--purge", "booking-risk");
    expect(said).toContain("The data of booking-risk is left in /var/lib/booking-risk.");
    expect(existsSync(join(debian.folder, "etc/booking-risk"))).toBe(false);
    expect(existsSync(join(debian.folder, "var/lib/booking-risk/events.db"))).toBe(true);
    await dpkg("--install", fileOf(newer));
    await expectReady();
    expect((await decide("after-removal")).decisionId).not.toBe(decided.decisionId);
  });
});
