/** Runs the Node scripts that drive browsers: Bun cannot drive Chromium. */
import { join } from "node:path";
import { requireChromium } from "../../browser/installed.ts";
import type { Person, Visit } from "../kind.ts";

/** As `browser/visit.mjs` takes it. */
export interface Drive {
  library:
    | "playwright"
    | "playwright-extra"
    | "patchright"
    | "puppeteer"
    | "puppeteer-extra"
    | "rebrowser"
    | "selenium";
  hand: "program" | "in-page" | "curves" | "ghost" | "reader";
  /** With a window, on a display of its own. */
  headful?: boolean;
  /** In a person's window and language, and hiding what is driven as the library can. */
  cloaked?: boolean;
  /** Types with a delay between these, in milliseconds, and not at once. */
  typingMs?: [number, number];
  /** Starts at the checkout. */
  deep?: boolean;
  /** Holds Shift for capitals. */
  careful?: boolean;
  /** How long the tab stays open after the last booking. */
  lingerMs?: number;
  /** Who books, one after another; `visit.person` where absent. */
  bookers?: readonly Person[];
}

export interface Driven {
  /** The collection's id of each booking. */
  collections: string[];
  /** Resolves when the browser is closed. */
  closed: Promise<void>;
}

/** Hung browsers are ended. */
const msMax = 300_000;

/** Resolves once all is booked. @throws Error where the browser or the booking failed. */
export async function drive(visit: Visit, how: Drive): Promise<Driven> {
  const { site, proxy, folder, seed, person } = visit;
  const script = join(import.meta.dir, "browser", "visit.mjs");
  const argument = JSON.stringify({ bookers: [person], ...how, site, proxy, folder, seed });
  const child = Bun.spawn(["node", script, argument], {
    env: { ...process.env, CHROMIUM: requireChromium() },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: msMax,
  });
  const complaint = child.stderr.text();
  const closed = child.exited.then(async (status) => {
    if (status !== 0) throw new Error(`${how.library} failed: ${(await complaint).trim()}`);
  });
  const line = await firstLine(child.stdout);
  if (line) return { collections: JSON.parse(line).collections, closed };
  await closed;
  throw new Error(`${how.library} said nothing`);
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

/** Drives one browser and closes it. */
export async function driveToTheEnd(visit: Visit, how: Drive): Promise<Driven> {
  const driven = await drive(visit, how);
  await driven.closed;
  return driven;
}
