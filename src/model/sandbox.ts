/** The sandbox of the process that reads unchecked models: seccomp and Landlock, both of Linux. */
import { ptr } from "bun:ffi";
import { type Libc, openLibc } from "./libc.ts";
import { type Architecture, allowedCalls, killProcess } from "./system-calls.ts";

export interface Sandbox {
  /** seccomp: nothing but computing, and reading and writing what is open already. */
  systemCalls: boolean;
  /** Landlock: no file at all, no TCP port, no signal to other processes. */
  files: boolean;
}

export const noSandbox: Sandbox = { systemCalls: false, files: false };

/** Of <linux/prctl.h> and <linux/seccomp.h>. */
const prSetNoNewPrivs = 38;
const seccompNumber = { x64: 317, arm64: 277 };
const setModeFilter = 1;
const actionAvailable = 2;
const allThreads = 1;

/** The same on all architectures. */
const landlockCreateRuleset = 444;
const landlockRestrictSelf = 446;
const landlockVersion = 1;

/**
 * Confines this process for the rest of its life. What it needs (the runtime's library, its pipes) must
 * be open before. seccomp holds for all threads; Landlock for the calling one and those it starts.
 *
 * @param wanted for tests, which show what each does by itself.
 * @returns what is in effect: neither outside Linux, or where the kernel or a container refuses them.
 */
export function confineThisProcess(wanted: Sandbox = { systemCalls: true, files: true }): Sandbox {
  const { platform, arch } = process;
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) return noSandbox;
  try {
    const libc = openLibc();
    if (!libc.setProcess(prSetNoNewPrivs, 1)) return noSandbox;
    // In this order: seccomp refuses the calls of Landlock.
    const files = wanted.files && refuseFiles(libc);
    return { systemCalls: wanted.systemCalls && refuseCalls(libc, arch), files };
  } catch {
    return noSandbox; // Another C library.
  }
}

/** What this kernel offers, without confining anything. A container may refuse it nevertheless. */
export function sandboxOffered(): Sandbox {
  const { platform, arch } = process;
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) return noSandbox;
  try {
    const { call } = openLibc();
    const action = Uint32Array.of(killProcess);
    return {
      systemCalls: call(seccompNumber[arch], actionAvailable, 0, action) === 0,
      files: call(landlockCreateRuleset, 0, 0, landlockVersion) >= 1,
    };
  } catch {
    return noSandbox;
  }
}

/** The rights that each version of Landlock added (linux/landlock.h); handled and never granted. */
function refuseFiles({ call }: Libc): boolean {
  const version = call(landlockCreateRuleset, 0, 0, landlockVersion);
  if (version < 1) return false;
  const fileRights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  const files = (1n << BigInt(fileRights)) - 1n;
  const tcp = version >= 4 ? 0b11n : 0n;
  const signalsAndSockets = version >= 6 ? 0b11n : 0n;
  const rights = BigUint64Array.of(files, tcp, signalsAndSockets);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = call(landlockCreateRuleset, rights, size, 0);
  return ruleset >= 0 && call(landlockRestrictSelf, ruleset, 0) === 0;
}

function refuseCalls({ call }: Libc, architecture: Architecture): boolean {
  const filter = allowedCalls(architecture, process.pid);
  // struct sock_fprog: the number of instructions, and their address.
  const program = BigUint64Array.of(BigInt(filter.byteLength / 8), BigInt(ptr(filter)));
  return call(seccompNumber[architecture], setModeFilter, allThreads, program) === 0;
}
