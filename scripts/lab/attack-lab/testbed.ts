/** The environment of the visits: the real service, and hotels with a project and keys each. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Assessment } from "../../demo/hotel/risk.ts";
import { type HotelSite, startHotel } from "../../demo/hotel/server.ts";
import { earlierBookings } from "./earlier-bookings.ts";

const readyMsMax = 120_000;
const stopMsMax = 10_000;

export interface Testbed {
  service: string;
  hotels: readonly HotelAccount[];
  /** A stored decision, as printed by `decision show --json`. @throws Error where there is none. */
  decision(decisionId: string): Promise<StoredDecision>;
  stop(): Promise<void>;
}

/** The site of a hotel chain, and its publishable key. */
export interface HotelAccount {
  site: string;
  publishableKey: string;
}

export interface StoredDecision {
  decisionId: string;
  riskScore: number;
  riskLevel: string;
  probability: number;
  collectionId: string | null;
  features: Record<string, number | null>;
  model: { name: string; version: string; sha256: string };
}

interface Options {
  executable: string;
  hotels: number;
  /** Seed of the hotels' earlier bookings. */
  seed: string;
  /** An empty folder; the caller removes it. */
  folder: string;
  onAssessment(request: object, assessment: Assessment): void;
}

/** @throws Error where the service does not start or a command fails. */
export async function startTestbed({ executable, hotels, seed, folder, onAssessment }: Options) {
  const data = join(folder, "data");
  const command: Command = (...words) => commandLine(executable, [...words, "--data", data]);
  const keys: Keys[] = [];
  for (let at = 0; at < hotels; at++) {
    const past = join(folder, `past-${at + 1}.ndjson`);
    await Bun.write(past, earlierBookings(`${seed}/${at + 1}`, Date.now()));
    keys.push(await createProject(command, `Hotel ${at + 1}`, past));
    rmSync(past);
  }
  const service = await startService(executable, data);
  const open: HotelSite[] = [];
  const stop = async () => void (await Promise.all([...open, service].map((one) => one.stop())));
  try {
    for (const { publishableKey, secretKey } of keys) {
      const risk = { url: service.url, secretKey };
      const showDecision = (id: string) => `booking-risk decision show ${id}`;
      const options = { port: 0, risk, publishableKey, showDecision, onAssessment };
      open.push(startHotel({ ...options, firstParty: true }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const testbed: Testbed = {
    service: service.url,
    hotels: open.map(({ url }, at) => ({ site: url, publishableKey: keys[at]!.publishableKey })),
    decision: (id) => command<StoredDecision>("decision", "show", id),
    stop,
  };
  return testbed;
}

type Command = <Result>(...words: string[]) => Promise<Result>;

interface Keys {
  publishableKey: string;
  secretKey: string;
}

/** @param past a file for `history import`. */
async function createProject(command: Command, name: string, past: string): Promise<Keys> {
  const { projectId } = await command<{ projectId: string }>("project", "create", name);
  await command("history", "import", past, "--project", projectId);
  const key = async (kind: string) =>
    (await command<{ key: string }>("key", "create", "--project", projectId, "--kind", kind)).key;
  return { publishableKey: await key("publishable"), secretKey: await key("secret") };
}

async function commandLine<Result>(executable: string, words: string[]): Promise<Result> {
  const child = Bun.spawn([executable, ...words, "--json"], {
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, complaint, status] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`booking-risk ${words[0]} failed: ${complaint.trim()}`);
  return JSON.parse(output) as Result;
}

/** Every visit comes through a local proxy, whose X-Forwarded-For header the service trusts. */
async function startService(executable: string, data: string) {
  const flags = ["--port", "0", "--data", data, "--trusted-proxy", "127.0.0.1"];
  const child = Bun.spawn([executable, "serve", ...flags], {
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaint = child.stderr.text();
  const tooLate = setTimeout(() => child.kill("SIGKILL"), readyMsMax);
  const url = await servingAddress(child.stdout);
  clearTimeout(tooLate);
  if (!url) throw new Error(`the service did not start: ${(await complaint).trim()}`);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
      await child.exited;
      clearTimeout(forced);
    },
  };
}

/** The URL from the log entry `serving`; the rest of the log is read and discarded. */
function servingAddress(log: ReadableStream<Uint8Array>): Promise<string | undefined> {
  return new Promise((resolve) => {
    (async () => {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const chunk of log) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          const { event, url } = JSON.parse(line) as { event: string; url?: string };
          if (event === "serving" && url) resolve(url.replace(/\/$/, ""));
        }
      }
      resolve(undefined);
    })();
  });
}
