/**
 * Programs that only some tests need. Where one is not installed, those tests are skipped, and the
 * name of each says what to install; `npm test` repeats it at its end.
 */
import { describe, test } from "bun:test";
import {
  findChromium,
  findFirefox,
  installChromium,
  installFirefox,
} from "../scripts/browser/installed.ts";

export interface Program {
  name: string;
  isInstalled: boolean;
  /** A sentence that says how to install it. */
  install: string;
}

export const chromium: Program = {
  name: "Chromium",
  isInstalled: findChromium() !== null,
  install: installChromium,
};
export const firefox: Program = {
  name: "Firefox",
  isInstalled: findFirefox() !== null,
  install: installFirefox,
};
export const root: Program = {
  name: "the user root",
  isInstalled: process.getuid?.() === 0 && Bun.which("setpriv") !== null,
  install: "Run the tests as root.",
};
/** A file system of a few MB, to fill. */
export const smallDisk: Program = {
  name: "the right to mount a tmpfs",
  isInstalled: process.platform === "linux" && canMount(),
  install: "Run the tests as root, outside an unprivileged container.",
};
export const curl = debianProgram("curl");
export const strace = debianProgram("strace");

/** In a mount namespace of its own, so that nothing is left behind. */
function canMount(): boolean {
  if (process.getuid?.() !== 0 || !Bun.which("unshare")) return false;
  const command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"];
  return Bun.spawnSync(command, { stderr: "ignore" }).exitCode === 0;
}

/** @param inPackage the Debian package that contains it. */
export function debianProgram(name: string, inPackage = name): Program {
  const install = `Install it with \`apt-get install ${inPackage}\`.`;
  return { name, isInstalled: Bun.which(name) !== null, install };
}

/** `test` where the programs are installed. */
export function testWith(...programs: Program[]): typeof test {
  const missing = programs.find(({ isInstalled }) => !isInstalled);
  return missing ? skipped(test.skip, missing) : test;
}

/** `describe` where the programs are installed. */
export function describeWith(...programs: Program[]): typeof describe {
  const missing = programs.find(({ isInstalled }) => !isInstalled);
  return missing ? skipped(describe.skip, missing) : describe;
}

type Register = (title: string, ...rest: unknown[]) => void;
type Each = (...rows: unknown[]) => Register;

/** Registers what is skipped under a name that says why. */
function skipped<Registers extends typeof test | typeof describe>(
  skip: Registers,
  { name, install }: Program,
): Registers {
  const label = (title: string) => `${title} [skipped: needs ${name}. ${install}]`;
  const labelled =
    (register: Register): Register =>
    (title, ...rest) =>
      register(label(title), ...rest);
  const each: Each = (...rows) => labelled((skip.each as unknown as Each)(...rows));
  return Object.assign(labelled(skip as unknown as Register), { each }) as unknown as Registers;
}
