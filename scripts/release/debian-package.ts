/** The Debian package: the executable, its manual page and completions, its systemd service, and a user for it. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { outputOf } from "../programs/run-quietly.ts";

const sources = join(import.meta.dir, "debian");
/** The executable may be for another kind of machine: what it prints, its sources print. */
const program = join(import.meta.dir, "../../src/main.ts");
/** Where the shells of Debian look for completions. */
const completions = {
  bash: "usr/share/bash-completion/completions/booking-risk",
  zsh: "usr/share/zsh/vendor-completions/_booking-risk",
  fish: "usr/share/fish/vendor_completions.d/booking-risk.fish",
} as const;

export interface DebianOptions {
  executable: string;
  /** Texts that are installed as documents. */
  licences: readonly string[];
  version: string;
  architecture: "amd64" | "arm64";
  /** Where the package is written to. */
  folder: string;
}

/** @returns the path of `booking-risk_VERSION_ARCHITECTURE.deb`; the same input gives the same bytes. */
export async function debianPackage(options: DebianOptions): Promise<string> {
  const staged = mkdtempSync(join(tmpdir(), "booking-risk-deb-"));
  try {
    chmodSync(staged, 0o755);
    install(options.executable, join(staged, "usr/bin/booking-risk"), 0o755);
    install(
      join(sources, "booking-risk-admin"),
      join(staged, "usr/sbin/booking-risk-admin"),
      0o755,
    );
    const service = "lib/systemd/system/booking-risk.service";
    install(join(sources, "booking-risk.service"), join(staged, service), 0o644);
    install(join(sources, "environment"), join(staged, "etc/booking-risk/environment"), 0o640);
    for (const file of options.licences) {
      install(file, join(staged, "usr/share/doc/booking-risk", basename(file)), 0o644);
    }
    await installPrinted(staged);
    writeControl(staged, options);
    const file = join(
      options.folder,
      `booking-risk_${options.version}_${options.architecture}.deb`,
    );
    // The lowest level of xz: higher ones take minutes, and save few per cent.
    const command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", staged, file];
    await outputOf(command, { environment: { SOURCE_DATE_EPOCH: "0" } });
    return file;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** What the program prints about itself. */
async function installPrinted(staged: string): Promise<void> {
  const printed = (...args: string[]) => outputOf([process.execPath, program, ...args]);
  const page = gzipSync(await printed("man"), { level: 9 });
  write(page, join(staged, "usr/share/man/man1/booking-risk.1.gz"));
  for (const [shell, path] of Object.entries(completions)) {
    write(await printed("completion", shell), join(staged, path));
  }
}

function writeControl(staged: string, { executable, version, architecture }: DebianOptions): void {
  const control = join(staged, "DEBIAN");
  mkdirSync(control);
  cpSync(join(sources, "control"), control, { recursive: true });
  for (const script of ["postinst", "prerm", "postrm"]) chmodSync(join(control, script), 0o755);
  const fields = {
    Package: "booking-risk",
    Version: version,
    Architecture: architecture,
    Maintainer: "Booking Risk <noreply@booking-risk.invalid>",
    "Installed-Size": String(Math.ceil(statSync(executable).size / 1024)),
    // What the ONNX library inside the executable is linked to.
    Depends: "libc6 (>= 2.27), libstdc++6 (>= 9), adduser",
    Recommends: "ca-certificates",
    Section: "net",
    Priority: "optional",
    Description:
      "risk score of hotel bookings\n Scores a hotel booking attempt before the reservation is committed.",
  };
  const text = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(join(control, "control"), text.join(""));
  writeFileSync(join(control, "conffiles"), "/etc/booking-risk/environment\n");
}

function install(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

function write(content: string | Uint8Array, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  writeFileSync(to, content);
  chmodSync(to, 0o644);
}
