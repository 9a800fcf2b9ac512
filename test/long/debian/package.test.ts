/**
 * The Debian package on a real Debian with a real systemd: installed, upgraded without anybody who answers questions,
 * rolled back, backed up to another disk, moved to a PostgreSQL, and removed.
 */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { debianPackage } from "../../../scripts/release/debian-package.ts";
import { booking } from "../../fixtures/booking.ts";
import { debianProgram, root, testWith } from "../../fixtures/needs.ts";
import { asRole } from "../../fixtures/postgres/documented-role.ts";
import { BootedDebian } from "./booted-debian.ts";

const project = resolve(import.meta.dir, "../../..");
const architecture = process.arch === "arm64" ? "arm64" : "amd64";
const [older, newer] = ["0.0.1", "0.0.2"] as const;
const address = "http://127.0.0.1:3000";
const minutes = 60_000;

const debootstrap = debianProgram("debootstrap");
const nspawn = debianProgram("systemd-nspawn", "systemd-container");
const needs = [root, debootstrap, nspawn, postgresql];
const canBoot = needs.every(({ isInstalled }) => isInstalled);
const test = testWith(...needs);
/** Where Debian sees the socket of this machine's PostgreSQL. */
const sockets = "/srv/postgresql";

describe("the Debian package", () => {
  let debian: BootedDebian;
  let databases: Databases;
  /** Of the first decision. */
  let decided: { decisionId: string };
  let afterUpgrade: { decisionId: string };
  let key = "";

  beforeAll(async () => {
    if (!canBoot) return;
    databases = await openDatabases();
    debian = await BootedDebian.boot({ [databases.sockets]: sockets });
    const folder = join(debian.folder, "root");
    const executable = join(project, "dist/booking-risk");
    const licences = [join(project, "LICENSE")];
    await debianPackage({ executable, licences, version: older, architecture, folder });
    await packNewer(folder);
  }, 10 * minutes);
  afterAll(async () => {
    await debian?.remove();
    await databases?.remove();
  });

  /** The older package with another version, and another default of the file that the administrator edits. */
  async function packNewer(folder: string): Promise<void> {
    const content = join(folder, "newer");
    await Bun.$`dpkg-deb --raw-extract ${inFolder(folder, older)} ${content}`.quiet();
    const control = join(content, "DEBIAN/control");
    writeFileSync(control, readFileSync(control, "utf8").replace(older, newer));
    appendFileSync(join(content, "etc/booking-risk/environment"), "#BOOKING_RISK_NEW=1\n");
    const build = ["dpkg-deb", "--root-owner-group", "-Znone", "--build"];
    await Bun.$`${build} ${content} ${inFolder(folder, newer)}`.quiet();
    rmSync(content, { recursive: true });
  }

  /** As the administrator does: with dpkg, which knows what the package depends on. */
  const dpkg = (...args: string[]) => debian.must("dpkg", ...args);
  const inFolder = (folder: string, version: string) =>
    join(folder, `booking-risk_${version}_${architecture}.deb`);
  const fileOf = (version: string) => inFolder("/root", version);
  /** As unattended upgrades do: nobody answers a question. */
  const apt = (version: string, ...flags: string[]) =>
    debian.must(
      "apt-get",
      "install",
      "--option",
      "Dpkg::Options::=--force-confold",
      ...flags,
      fileOf(version),
    );
  const environment = () => join(debian.folder, "etc/booking-risk/environment");
  const admin = (...args: string[]) =>
    debian.run("sh", "-c", 'cd /root && exec booking-risk-admin "$@"', "sh", ...args);
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

  const show = ({ decisionId }: { decisionId: string }) =>
    service("decision", "show", decisionId, "--data", "/var/lib/booking-risk");

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
    const before = readFileSync(environment(), "utf8");
    const settings = 'BOOKING_RISK_TRUSTED_PROXY="10.0.0.5"\nBOOKING_RISK_DATA=/nowhere\n';
    writeFileSync(environment(), `${before}${settings}`);
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
    writeFileSync(environment(), before);
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

  test("is upgraded unattended: the data and the edited configuration are kept", async () => {
    const configured = `${readFileSync(environment(), "utf8")}BOOKING_RISK_LOG_LEVEL=debug\n`;
    writeFileSync(environment(), configured);
    const before = await property("MainPID");
    await apt(newer);
    await expectReady();
    expect(await property("MainPID")).not.toBe(before);
    expect(readFileSync(environment(), "utf8")).toBe(configured);
    // The new default, which dpkg would have asked about.
    expect(readFileSync(`${environment()}.dpkg-dist`, "utf8")).toContain("BOOKING_RISK_NEW");
    expect(await debian.must("dpkg-query", "--show", "booking-risk")).toContain(newer);
    expect(await show(decided)).toContain("before-upgrade");
    afterUpgrade = await decide("after-upgrade");
  });

  test("goes back to the version before, with what was decided since", async () => {
    await apt(older, "--yes", "--allow-downgrades");
    await expectReady();
    expect(await debian.must("dpkg-query", "--show", "booking-risk")).toContain(older);
    expect(readFileSync(environment(), "utf8")).toContain("BOOKING_RISK_LOG_LEVEL=debug");
    expect(await show(decided)).toContain("before-upgrade");
    expect(await show(afterUpgrade)).toContain("after-upgrade");
    await decide("after-rollback");
    await apt(newer);
    await expectReady();
  });

  test("makes backups in a folder of its own, and on another disk that a drop-in allows", async () => {
    const before = readFileSync(environment(), "utf8");
    const backedUpTo = async (folder: string) => {
      const settings = `BOOKING_RISK_BACKUP_EVERY=6h\nBOOKING_RISK_BACKUP_TO=${folder}\n`;
      writeFileSync(environment(), `${before}${settings}`);
      await debian.must("rm", "--force", "/var/lib/booking-risk/last-backup");
      await debian.must("systemctl", "restart", "booking-risk");
      // It is made at the lowest priority, while all other tests run.
      const isThere = async () => (await debian.must("ls", folder)).trim().endsWith(".tar");
      await waitUntil(`a backup in ${folder}`, isThere);
    };
    const own = "/var/lib/booking-risk-backups";
    await backedUpTo(own);
    expect(await debian.must("stat", "-c", "%U %a", own)).toBe("booking-risk 700\n");
    await debian.must("mkdir", "/mnt/backup");
    await debian.must("mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", "/mnt/backup");
    await debian.must("chown", "booking-risk", "/mnt/backup");
    await override("ReadWritePaths=/mnt/backup");
    await backedUpTo("/mnt/backup");
    expect(await debian.must("stat", "--file-system", "-c", "%T", "/mnt/backup")).toBe("tmpfs\n");
    const [made] = (await debian.must("ls", "/mnt/backup")).trim().split("\n");
    expect(await admin("backup", "verify", `/mnt/backup/${made}`)).toMatchObject({ status: 0 });
    await override();
    writeFileSync(environment(), before);
    await debian.must("systemctl", "restart", "booking-risk");
    await expectReady();
  });

  test("keeps its data in PostgreSQL, as the documented user", async () => {
    const before = readFileSync(environment(), "utf8");
    const url = new URL(await asRole(await databases.createDatabase()));
    url.searchParams.set("host", sockets);
    const file = "/etc/booking-risk/database-url";
    writeFileSync(join(debian.folder, file), url.href, { mode: 0o640 });
    await debian.must("chown", "root:booking-risk", file);
    writeFileSync(environment(), `${before}DATABASE_URL_FILE=${file}\n`);
    await debian.must("systemctl", "restart", "booking-risk");
    await expectReady();
    const doctor = await admin("doctor");
    expect(doctor).toMatchObject({ status: 0, error: "" });
    expect(doctor.out).toMatch(/^ok +storage +reads and writes; 0 projects$/m);
    expect(doctor.out).toMatch(/^ok +transport /m);
    const { projectId } = JSON.parse(
      (await admin("project", "create", "On PostgreSQL", "--json")).out,
    );
    const onFolder = key;
    const created = ["key", "create", "--project", projectId, "--kind", "secret", "--json"];
    key = JSON.parse((await admin(...created)).out).key;
    const { decisionId } = await decide("on-postgresql");
    expect((await admin("decision", "show", decisionId)).out).toContain("on-postgresql");
    await debian.must("systemctl", "stop", "booking-risk");
    writeFileSync(environment(), before);
    rmSync(join(debian.folder, file));
    expect(await admin("migrate", "--undo")).toMatchObject({ status: 0 });
    await debian.must("systemctl", "start", "booking-risk");
    await expectReady();
    key = onFolder;
    expect(await show(decided)).toContain("before-upgrade");
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
    const before = readFileSync(environment(), "utf8");
    writeFileSync(environment(), "BOOKING_RISK_PROT=1\n");
    const { status, error } = await debian.run("dpkg", "--install", fileOf(newer));
    expect(status).toBe(0);
    expect(error).toContain("booking-risk is installed, and does not start");
    writeFileSync(environment(), before);
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
