/** The environment of the visits: the real service, and hotels with a project and keys each. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Installation } from "../../bench/installation.ts";
import type { Assessment } from "../../demo/hotel/risk.ts";
import { type HotelSite, startHotel } from "../../demo/hotel/server.ts";
import { earlierBookings } from "./earlier-bookings.ts";

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
  const installation = new Installation(executable, join(folder, "data"));
  const keys: Keys[] = [];
  for (let at = 0; at < hotels; at++) {
    const past = join(folder, `past-${at + 1}.ndjson`);
    await Bun.write(past, earlierBookings(`${seed}/${at + 1}`, Date.now()));
    keys.push(await createProject(installation, `Hotel ${at + 1}`, past));
    rmSync(past);
  }
  // Every visit comes through a local proxy, whose X-Forwarded-For header the service trusts.
  const service = await installation.serve("--trusted-proxy", "127.0.0.1");
  const url = new URL(service.url("/")).origin;
  const open: HotelSite[] = [];
  const stop = async () => void (await Promise.all([...open, service].map((one) => one.stop())));
  try {
    for (const { publishableKey, secretKey } of keys) {
      const risk = { url, secretKey };
      const showDecision = (id: string) => `booking-risk decision show ${id}`;
      const options = { port: 0, risk, publishableKey, showDecision, onAssessment };
      open.push(startHotel({ ...options, firstParty: true }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const testbed: Testbed = {
    service: url,
    hotels: open.map(({ url }, at) => ({ site: url, publishableKey: keys[at]!.publishableKey })),
    decision: (id) => installation.command<StoredDecision>("decision", "show", id),
    stop,
  };
  return testbed;
}

interface Keys {
  publishableKey: string;
  secretKey: string;
}

/** @param past a file for `history import`. */
async function createProject(installation: Installation, name: string, past: string) {
  const { projectId, key: secretKey } = await installation.project(name);
  await installation.command("history", "import", past, "--project", projectId);
  return { publishableKey: await installation.key(projectId, "publishable"), secretKey };
}
