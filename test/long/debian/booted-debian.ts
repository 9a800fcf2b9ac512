/** A minimal Debian in a folder, booted with its own systemd and its own network by systemd-nspawn. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { Ran } from "../../fixtures/executable.ts";

const release = "bookworm";
const packages = "systemd,systemd-sysv,dbus,adduser,libstdc++6,curl";

export class BootedDebian {
  /** Its root, as seen from outside. */
  readonly folder: string;
  readonly #container: Bun.Subprocess;

  private constructor(folder: string, container: Bun.Subprocess) {
    this.folder = folder;
    this.#container = container;
  }

  /**
   * Downloads, installs and boots it: one to two minutes.
   * @param shared folders of this machine that it sees, each with its path there.
   * @throws Error with what was printed.
   */
  static async boot(shared: Readonly<Record<string, string>> = {}): Promise<BootedDebian> {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-debian-"));
    chmodSync(folder, 0o755); // Its users have to reach their root.
    const install = ["debootstrap", "--variant=minbase", `--include=${packages}`, release, folder];
    const made = Bun.spawn(install, { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
    const printed = await made.stdout.text();
    if ((await made.exited) !== 0) throw new Error(`debootstrap failed:\n${printed.slice(-2000)}`);
    const boot = ["systemd-nspawn", "--boot", `--directory=${folder}`, "--private-network"];
    const alone = ["--quiet", "--console=pipe", "--register=no", "--keep-unit"];
    const binds = Object.entries(shared).map(([from, to]) => `--bind=${from}:${to}`);
    const container = Bun.spawn([...boot, ...alone, ...binds], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const debian = new BootedDebian(folder, container);
    const isUp = async () => (await debian.run("systemctl", "is-system-running")).status === 0;
    try {
      await waitUntil("Debian to boot", isUp, { ignoreErrors: true });
    } catch (error) {
      await debian.remove();
      throw error;
    }
    return debian;
  }

  /** Runs a command in it, as root. */
  async run(...command: string[]): Promise<Ran> {
    const namespaces = ["--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd"];
    const init = this.#init();
    if (!init) throw new Error("systemd-nspawn has not started it yet, or it has ended");
    const enter = ["nsenter", "--target", init, ...namespaces, "--"];
    const child = Bun.spawn([...enter, ...command], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { status: await child.exited, out, error };
  }

  /** Runs a command that must succeed. @returns what it printed. */
  async must(...command: string[]): Promise<string> {
    const { status, out, error } = await this.run(...command);
    if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${out}${error}`);
    return out;
  }

  /** Its systemd is the first of its processes: all others end with it, and systemd-nspawn after it. */
  async remove(): Promise<void> {
    const init = this.#init();
    if (init) process.kill(Number(init), "SIGKILL");
    else this.#container.kill("SIGKILL");
    await this.#container.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @returns the process of its systemd, which is systemd-nspawn's only child; undefined: there is none. */
  #init(): string | undefined {
    const { pid } = this.#container;
    const children = `/proc/${pid}/task/${pid}/children`;
    if (!existsSync(children)) return undefined;
    return readFileSync(children, "utf8").trim().split(" ")[0] || undefined;
  }
}
