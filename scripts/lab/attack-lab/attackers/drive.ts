/** Runs the Node script that drives a browser, because the libraries do not work in Bun. */
import { join } from "node:path";
import { requireChromium } from "../../../programs/browser/installed.ts";
import type { Person, Visit } from "../kind.ts";

/** The options of `browser/visit.mjs`. */
export interface Drive {
  library:
    | "playwright"
    | "playwright-extra"
    | "patchright"
    | "puppeteer"
    | "puppeteer-extra"
    | "rebrowser"
    | "selenium";
  behaviour: "program" | "in-page" | "curves" | "ghost" | "reader";
  /** With a window, on a virtual display. */
  headful?: boolean;
  /** With a person's window and language, and with the library's means to hide automation. */
  disguised?: boolean;
  /** Range of the typing delay, ms; absent: inserts texts at once. */
  typingMs?: [number, number];
  /** Paths that the browser does not request; only with Playwright and its forks. */
  blocked?: readonly string[];
  /** Opens the checkout directly. */
  startsAtCheckout?: boolean;
  /** Presses Shift for capital letters. */
  holdsShift?: boolean;
  /** How long the tab stays open after the last booking, ms. */
  keepOpenMs?: number;
  /** The people who book, one after another; default: `visit.person`. */
  bookers?: readonly Person[];
}

export interface Booked {
  /** Empty where the script was blocked. */
  collectionId: string;
  /** Whether the hotel's page says that the booking was not completed. */
  denied: boolean;
}

export interface DriveResult {
  /** What the page shows at the end, for each of the people who book. */
  bookings: Booked[];
  /** Resolves when the browser is closed. */
  closed: Promise<void>;
}

/** A browser that hangs is killed after this time. */
const visitMsMax = 300_000;

/** Resolves after the last booking. @throws Error where the browser or a booking failed. */
export async function drive(visit: Visit, how: Drive): Promise<DriveResult> {
  const { site, proxy, folder, seed, person } = visit;
  const script = join(import.meta.dir, "browser", "visit.mjs");
  const argument = JSON.stringify({ bookers: [person], ...how, site, proxy, folder, seed });
  const child = Bun.spawn(["node", script, argument], {
    env: { ...process.env, CHROMIUM: requireChromium() },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: visitMsMax,
  });
  const complaint = child.stderr.text();
  const closed = child.exited.then(async (status) => {
    if (status !== 0) throw new Error(`${how.library} failed: ${(await complaint).trim()}`);
  });
  const line = await firstLine(child.stdout);
  if (line) return { bookings: JSON.parse(line).bookings, closed };
  await closed;
  throw new Error(`${how.library} printed no result`);
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0]!;
}

/** Drives a browser and waits until it is closed. */
export async function driveAndClose(visit: Visit, how: Drive): Promise<DriveResult> {
  const driven = await drive(visit, how);
  await driven.closed;
  return driven;
}

/** Of a kind whose whole visit is one such drive. */
export const driven = (how: Drive) => async (visit: Visit) => {
  await driveAndClose(visit, how);
};
