/** Containers of a test's own: storage in a temporary folder, bases from Debian's packages, no registry. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import type { Ran } from "../../fixtures/executable.ts";
import { debianProgram, root } from "../../fixtures/needs.ts";

/** What the containers need. runc, as crun refuses machines with both versions of cgroups. */
export const containerPrograms = [
  root,
  debianProgram("mmdebstrap"),
  debianProgram("buildah"),
  debianProgram("podman"),
  debianProgram("runc"),
];

export class Podman {
  readonly folder = mkdtempSync(join(tmpdir(), "booking-risk-containers-"));
  readonly #storage = [
    "--root",
    join(this.folder, "storage"),
    "--runroot",
    join(this.folder, "run"),
    "--storage-driver=overlay",
  ];
  /** Not above the machine's own limits, which a root without all capabilities cannot raise. */
  #limits: string[] = [];
  readonly #containers: string[] = [];

  /** Imports a base image with these of Debian's packages and what they depend on, and no scripts run. */
  async base(tag: string, packages: readonly string[]): Promise<void> {
    const archive = join(this.folder, "base.tar");
    const include = `--include=${packages.join(",")}`;
    const make = ["mmdebstrap", "--quiet", "--mode=root", "--variant=extract", include];
    await outputOf([...make, "bookworm", archive]);
    await this.must("import", "--quiet", archive, tag);
    rmSync(archive);
  }

  /** @param files the build's context. */
  async build(containerfile: string, tag: string, args: object, files: string): Promise<void> {
    const given = Object.entries(args).flatMap((arg) => ["--build-arg", arg.join("=")]);
    const command = ["buildah", ...this.#storage, "build", "--isolation=chroot", "--format=docker"];
    await outputOf([...command, "--file", containerfile, ...given, "--tag", tag, files]);
  }

  /** Starts a container in the network of this machine. @returns its ID. */
  async start(image: string, ...flags: string[]): Promise<string> {
    if (this.#limits.length === 0) {
      const files = (await outputOf(["sh", "-c", "ulimit -Hn"])).trim();
      this.#limits = [`--ulimit=nofile=${files}:${files}`, "--ulimit=nproc=4096:4096"];
    }
    const run = ["run", "--detach", "--network=host", ...this.#limits];
    const container = (await this.must(...run, ...flags, image)).trim();
    this.#containers.push(container);
    return container;
  }

  async run(...args: string[]): Promise<Ran> {
    const runtime = ["--cgroup-manager=cgroupfs", "--runtime=runc"];
    const child = Bun.spawn(["podman", ...this.#storage, ...runtime, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { status: await child.exited, out, error };
  }

  /** Runs a command that must succeed. @returns what it printed. */
  async must(...args: string[]): Promise<string> {
    const { status, out, error } = await this.run(...args);
    if (status !== 0) throw new Error(`podman ${args.join(" ")} ended with ${status}: ${error}`);
    return out;
  }

  async remove(): Promise<void> {
    for (const container of this.#containers) {
      await this.run("rm", "--force", "--volumes", "--time=0", container);
    }
    await this.run("rmi", "--all", "--force");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
