/** Tells systemd that the service is ready, alive, or stopping, as a unit of `Type=notify` expects: sd_notify(3). */
import { closeSync, writeSync } from "node:fs";
import { log } from "../base/log.ts";
import { type Libc, openLibc } from "../model/libc.ts";

export interface Notifier {
  /**
   * The service answers. From now on the event loop also says, twice in each `WatchdogSec` of the unit, that it runs.
   * @param status for `systemctl status`.
   */
  ready(status: string): void;
  /** @param ms after which the process has ended by itself; systemd waits for it, whatever `TimeoutStopSec` is. */
  stopping(ms: number): void;
}

const variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] as const;
/** Timers have a maximum, and WatchdogSec has none, ms. */
const aliveEveryMsMax = 60_000;
/** What systemd waits for longer than announced, so that the process still ends by itself, ms. */
const marginMs = 5000;

/**
 * Never throws, and never waits: what cannot be delivered is in the log as `systemd_notify`.
 * @param env without these variables afterwards. They are not for the processes that this one starts, which are given
 *   `process.env`: the default of Bun.spawn is the environment as it was at the start.
 * @returns what does nothing where systemd expects nothing.
 */
export function systemdNotifier(env: NodeJS.ProcessEnv): Notifier {
  const { NOTIFY_SOCKET: address, WATCHDOG_USEC: watchdogUs, WATCHDOG_PID: watched } = env;
  for (const name of variables) delete env[name];
  if (!address) return { ready() {}, stopping() {} };
  const send = sender(address);
  const isWatched = Number(watchdogUs) > 0 && (!watched || Number(watched) === process.pid);
  return {
    ready(status) {
      let unsent = `READY=1\nSTATUS=${status}\n`;
      const say = (more: string) => {
        if (send(unsent + more)) unsent = "";
      };
      say("");
      if (!isWatched) return;
      const everyMs = Math.min(Number(watchdogUs) / 1000 / 2, aliveEveryMsMax);
      setInterval(() => say("WATCHDOG=1\n"), everyMs);
    },
    stopping(ms) {
      send(`STOPPING=1\nEXTEND_TIMEOUT_USEC=${(ms + marginMs) * 1000}\n`);
    },
  };
}

/** @returns a function that sends one datagram, and says whether the socket took it. */
function sender(address: string): (message: string) => boolean {
  let libc: Libc | undefined;
  return (message) => {
    try {
      libc ??= openLibc();
      const socket = connected(libc, address);
      try {
        writeSync(socket, message);
      } finally {
        closeSync(socket);
      }
      return true;
    } catch (error) {
      log("warning", "systemd_notify", { reason: String(error) });
      return false;
    }
  };
}

/** The numbers of socket(2) and connect(2), and constants of <sys/socket.h>. */
const calls = { x64: { socket: 41, connect: 42 }, arm64: { socket: 198, connect: 203 } };
const afUnix = 1;
const datagram = 2;
const nonBlocking = 0o4000;
const closeOnExec = 0o2000000;

/** Bun has no datagram sockets of Unix. @returns the descriptor of one. */
function connected({ call }: Libc, address: string): number {
  const numbers = calls[process.arch as keyof typeof calls];
  const socket = call(numbers.socket, afUnix, datagram | nonBlocking | closeOnExec, 0);
  if (socket < 0) throw new Error("the system has no socket for it");
  const to = socketAddress(address);
  if (call(numbers.connect, socket, to, to.byteLength) === 0) return socket;
  closeSync(socket);
  throw new Error("nothing receives at NOTIFY_SOCKET");
}

/** struct sockaddr_un of unix(7) where the low byte is first: the family, and a path, or a zero and an abstract name. */
function socketAddress(address: string): Uint8Array {
  return Uint8Array.of(afUnix, 0, ...Buffer.from(address.replace(/^@/, "\0")));
}
