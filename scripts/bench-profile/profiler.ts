/**
 * Loaded into each thread of the service before its own code. Samples what the thread runs, from
 * "start" to "stop", and writes `<thread>.cpuprofile`, which Chrome's DevTools open too.
 */
import { renameSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { isMainThread, threadName } from "node:worker_threads";
import { folderVariable } from "./profiled.ts";

export type Command = "start" | "stop";

const samplingUs = 1000;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: samplingUs });
const channel = new BroadcastChannel("bench-profile");
channel.onmessage = ({ data }) => void obey(data as Command);

/** Called in the main thread: what it broadcasts it does not hear itself. */
export async function profile(command: Command): Promise<void> {
  channel.postMessage(command);
  await obey(command);
}

async function obey(command: Command): Promise<void> {
  if (command === "start") return void (await session.post("Profiler.start"));
  const { profile } = await session.post("Profiler.stop");
  const name = isMainThread ? "main" : threadName;
  const file = join(process.env[folderVariable]!, `${name}.cpuprofile`);
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
}
