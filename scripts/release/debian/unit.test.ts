/** The unit of the Debian package: that systemd understands it, and never gives up on the service. */
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianProgram, testWith } from "../../../test/fixtures/needs.ts";

const unit = readFileSync(join(import.meta.dir, "booking-risk.service"), "utf8");

/** The lines of a section: systemd ignores a setting in another one. */
function linesOf(section: string): string[] {
  const parts = unit.split(/^\[(\w+)\]$/m);
  return parts[parts.indexOf(section) + 1]!.split("\n");
}

test("a service that cannot start is started again without end, and not at once", () => {
  expect(linesOf("Unit")).toContain("StartLimitIntervalSec=0");
  const service = linesOf("Service");
  expect(service).toContain("Restart=always");
  expect(service).toContain("RestartSec=5");
  // That of a certificate which is being replaced, too.
  expect(service.join()).not.toContain("RestartPreventExitStatus");
});

test("it starts after a PostgreSQL of the same machine, which it does not need", () => {
  const lines = linesOf("Unit");
  expect(lines).toContain("After=network-online.target postgresql.service");
  expect(lines).toContain("Wants=network-online.target");
});

testWith(debianProgram("systemd-analyze", "systemd"))("systemd finds nothing wrong in it", () => {
  const folder = mkdtempSync(join(tmpdir(), "unit-"));
  const file = join(folder, "booking-risk.service");
  writeFileSync(file, unit.replace("/usr/bin/booking-risk", "/bin/true")); // It looks for the program.
  const { exitCode, stderr } = Bun.spawnSync(["systemd-analyze", "verify", file]);
  rmSync(folder, { recursive: true });
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: "" });
});
