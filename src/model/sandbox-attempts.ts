/** What code in a hostile model would try: shows whether the sandbox holds on this machine. */
import { readFileSync } from "node:fs";
import { openLibc } from "./libc.ts";

export type Outcome = "refused" | "possible";

export interface Attempts {
  openFile: Outcome;
  /** A TCP connection. */
  connect: Outcome;
  startProgram: Outcome;
  /** A signal to the process that started this one. */
  signalParent: Outcome;
  /** Raising the limits of its memory. */
  raiseLimit: Outcome;
  /** Other doors of the kernel: sockets of any kind, io_uring, handles of other processes. */
  otherCalls: Outcome;
}

const numbers = {
  x64: {
    openat: 257,
    socket: 41,
    connect: 42,
    kill: 62,
    prlimit: 302,
    ioUringSetup: 425,
    pidfdOpen: 434,
  },
  arm64: {
    openat: 56,
    socket: 198,
    connect: 203,
    kill: 129,
    prlimit: 261,
    ioUringSetup: 425,
    pidfdOpen: 434,
  },
};

/** Constants of Linux. */
const currentFolder = -100;
const [afUnix, afInet] = [1, 2];
const [stream, datagram] = [1, 2];
const rlimitCore = 4;

/**
 * Opens what the attempts need: the C library, and a port to connect to. Only on Linux.
 * @returns a function that makes them, by system calls and as JavaScript would. None does harm.
 */
export function prepareAttempts(): () => Attempts {
  const { call } = openLibc();
  const of = numbers[process.arch as "x64" | "arm64"];
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.unref();
  const outcome = (...results: number[]): Outcome =>
    results.some((result) => result >= 0) ? "possible" : "refused";
  const path = (text: string) => new TextEncoder().encode(`${text}\0`);
  return () => ({
    openFile: canRead("/proc/self/status")
      ? "possible"
      : outcome(
          ...["/etc/passwd", "/", "."].map((file) => call(of.openat, currentFolder, path(file))),
        ),
    connect: outcome(
      call(of.connect, call(of.socket, afInet, stream, 0), addressOf(listener.port), 16),
    ),
    startProgram: canStart("/bin/true") ? "possible" : "refused",
    signalParent: outcome(call(of.kill, process.ppid, 0)),
    raiseLimit: outcome(call(of.prlimit, 0, rlimitCore, new BigUint64Array(2), 0)),
    otherCalls: outcome(
      call(of.socket, afInet, datagram, 0),
      call(of.socket, afUnix, stream, 0),
      call(of.ioUringSetup, 1, new Uint8Array(120)),
      call(of.pidfdOpen, process.ppid, 0),
    ),
  });
}

/** A `struct sockaddr_in` of 127.0.0.1. */
function addressOf(port: number): Uint8Array {
  return Uint8Array.of(afInet, 0, port >> 8, port & 255, 127, 0, 0, 1, ...new Array(8).fill(0));
}

function canRead(file: string): boolean {
  try {
    return readFileSync(file).byteLength > 0;
  } catch {
    return false;
  }
}

function canStart(program: string): boolean {
  try {
    return Bun.spawnSync([program]).exitCode === 0;
  } catch {
    return false;
  }
}
