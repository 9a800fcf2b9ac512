/**
 * Reads recordings of real hands in the formats of public collections, and cuts them into windows as
 * long as a booking takes. No recording is part of this repository: README.md says where they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Random, randomOf } from "../simulator/random.ts";
import type { HandEvent } from "./replay.ts";

export interface Recording {
  person: string;
  events: HandEvent[];
}

/** A window of mouse movements: as long as people move a pointer while they book. */
const windowMs = 60_000;
const windowMovesMin = 100;
const windowsPerFile = 6;
/** Pauses are shortened to this, which still ends a stroke. */
const pauseMsMax = 1000;
/** Above this median time between moves, the recorder polled the pointer. */
const frameMsMax = 40;

export interface MouseRecording extends Recording {
  polled: boolean;
}

/**
 * Mouse recordings: CSV files with the columns `client timestamp`, `button`, `state`, `x` and `y`, as
 * of SapiMouse (ms) and Balabit (s). Drags count as moves. The person is the file's folder.
 */
export function mouseRecordings(folder: string): MouseRecording[] {
  return filesIn(folder).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    const columns = lines[0]!.split(",");
    const place = (name: string) => columns.indexOf(name);
    const [time, state, x, y] = ["client timestamp", "state", "x", "y"].map(place);
    if (time! < 0 || state! < 0) return [];
    const unit = columns.includes("record timestamp") ? 1000 : 1;
    const samples = lines.slice(1).flatMap((line): Sample[] => {
      const cells = line.split(",");
      const sample = {
        at: Number(cells[time!]) * unit,
        state: cells[state!]!,
        x: Number(cells[x!]),
        y: Number(cells[y!]),
      };
      return cells.length < columns.length || Number.isNaN(sample.at + sample.x) ? [] : [sample];
    });
    const person = basename(dirname(file));
    return windowsOf(samples).map((events) => ({ person, events, polled: isPolled(events) }));
  });
}

interface Sample {
  at: number;
  state: string;
  x: number;
  y: number;
}

function windowsOf(samples: readonly Sample[]): HandEvent[][] {
  const windows: HandEvent[][] = [];
  let events: HandEvent[] = [];
  let [at, before] = [0, samples[0]?.at ?? 0];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  let pressedAt: number | null = null;
  let dragged = false;
  for (const sample of samples) {
    // A recorder's lost connection leaves coordinates that no screen has.
    if (sample.x > 20_000 || sample.y > 20_000) continue;
    at += Math.min(pauseMsMax, Math.max(0, sample.at - before));
    before = sample.at;
    if (at > windowMs) {
      windows.push(events);
      [events, at, lastX, pressedAt] = [[], 0, Number.NaN, null];
    }
    const { x, y } = sample;
    dragged ||= sample.state === "Drag";
    if (/Move|Drag/.test(sample.state)) {
      // A browser reports no move where the pointer stays.
      if (x !== lastX || y !== lastY) events.push({ at, type: "pointermove", x, y });
      [lastX, lastY] = [x, y];
    } else if (sample.state === "Pressed") {
      [pressedAt, dragged] = [at, false];
    } else if (sample.state === "Released" && pressedAt !== null) {
      // A form is clicked; nothing is dragged there.
      if (!dragged) events.push(...pressOf(pressedAt, { at, x, y }));
      pressedAt = null;
    }
  }
  windows.push(events);
  const moves = (window: HandEvent[]) => window.filter(({ type }) => type === "pointermove").length;
  const enough = windows.filter((window) => moves(window) >= windowMovesMin);
  // Spread over the file.
  const every = Math.max(1, Math.floor(enough.length / windowsPerFile));
  return enough.filter((_, place) => place % every === 0).slice(0, windowsPerFile);
}

const pressOf = (downAt: number, up: { at: number; x: number; y: number }): HandEvent[] => [
  { ...up, at: downAt, type: "pointerdown" },
  { ...up, type: "pointerup" },
  { ...up, type: "click" },
];

function isPolled(events: readonly HandEvent[]): boolean {
  const moves = events.filter(({ type }) => type === "pointermove");
  const gaps = moves
    .slice(1)
    .map(({ at }, i) => at - moves[i]!.at)
    .sort((a, b) => a - b);
  return (gaps[gaps.length >> 1] ?? 0) > frameMsMax;
}

/** The usual lengths of the texts typed into a checkout: two names, e-mail, phone, two lines of an address. */
const fieldLengths = [8, 8, 21, 12, 16, 16];
/** Longer holds are releases that the recorder lost. */
const holdMsMax = 1500;

interface Key {
  at: number;
  heldMs: number;
  key: string;
}

/**
 * Recordings of typing, a window each: the texts of a person in a copying task (`transcribed`) or in
 * composing (`composed`).
 */
export function typingRecordings(folder: string): Recording[] {
  return filesIn(folder).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    const isTranscribed = lines[0]!.includes("PRESS_TIME");
    const texts = isTranscribed ? transcribed(lines, file) : composed(lines);
    const person = /\d+/.exec(basename(file))?.[0] ?? file;
    return formsOf(randomOf(basename(file)), texts).map((events) => ({ person, events }));
  });
}

/** Its recorder stores the times of a frame, so that releases clump at the next press. */
const clumpMs = 6;

/** A file of the 136M Keystrokes: tab-separated, with a line for each key. */
function transcribed(lines: readonly string[], file: string): Key[][] {
  const columns = lines[0]!.split("\t");
  const names = ["TEST_SECTION_ID", "PRESS_TIME", "RELEASE_TIME", "LETTER", "KEYCODE"];
  const [text, press, release, letter, keyCode] = names.map((name) => columns.indexOf(name));
  const random = randomOf(basename(file));
  const texts = new Map<string, Key[]>();
  for (const line of lines.slice(1)) {
    const cells = line.split("\t");
    const key = keyOf(Number(cells[keyCode!]) === 8 ? "Backspace" : cells[letter!]);
    const at = Number(cells[press!]);
    const heldMs = Number(cells[release!]) + random.between(-clumpMs, clumpMs) - at;
    if (!key || !(heldMs > 0 && heldMs < holdMsMax)) continue;
    texts.set(cells[text!]!, [...(texts.get(cells[text!]!) ?? []), { at, heldMs, key }]);
  }
  // The first key of a text comes after reading it.
  return [...texts.values()].map((keys) => keys.toSorted((a, b) => a.at - b.at).slice(1));
}

/** A pause this long separates two texts. */
const textPauseMs = 3000;

/** A file of the posts: `P` or `R` for press or release, the key in quotes, and nanoseconds. */
function composed(lines: readonly string[]): Key[][] {
  const pressed = new Map<string, number>();
  const keys = lines.flatMap((line): Key[] => {
    const [, action, name, time] = /^([PR]),(.*),(\d+)$/.exec(line) ?? [];
    if (!action || !name) return [];
    const now = Number(time) / 1e6;
    const at = pressed.get(name);
    if (action === "P") pressed.set(name, at ?? now);
    else pressed.delete(name);
    const key = keyOf(/backspace/i.test(name) ? "Backspace" : name.replace(/^['"]|['"]$/g, ""));
    return action === "R" && key && at !== undefined && now - at < holdMsMax
      ? [{ at, heldMs: now - at, key }]
      : [];
  });
  const texts: Key[][] = [];
  for (const key of keys.toSorted((a, b) => a.at - b.at)) {
    const before = texts.at(-1)?.at(-1);
    if (before && key.at - before.at < textPauseMs) texts.at(-1)!.push(key);
    else texts.push([key]);
  }
  return texts;
}

function keyOf(name = ""): string | null {
  if (name === "Key.space") return " ";
  return name === "Backspace" || [...name].length === 1 ? name : null;
}

/** Types each text into a field of its own, form after form, as long as there are texts. */
function formsOf(random: Random, texts: readonly (readonly Key[])[]): HandEvent[][] {
  const left = [...texts];
  const forms: HandEvent[][] = [];
  while (forms.length < windowsPerFile) {
    const events: HandEvent[] = [];
    for (const [field, usual] of fieldLengths.entries()) {
      const length = Math.max(3, Math.round(random.normal(usual, usual * 0.3)));
      const text = left.find((one) => one.length > length);
      if (!text) return forms;
      left.splice(left.indexOf(text), 1);
      events.push(...typed(startOf(text, length), field, (events.at(-1)?.at ?? 0) + 400));
    }
    forms.push(events);
    // One form of each person who copied: they are many.
    if (texts.length < 40) break;
  }
  return forms;
}

function typed(keys: readonly Key[], field: number, from: number): HandEvent[] {
  const begin = from + 300 - keys[0]!.at;
  const strokes = keys.flatMap(({ at, heldMs, key }, place): HandEvent[] => {
    const one = { key, code: `Key${place}`, field };
    return [
      { at: begin + at, type: "keydown", ...one },
      { at: begin + at + heldMs, type: "keyup", ...one },
    ];
  });
  const inOrder = strokes.toSorted((a, b) => a.at - b.at);
  const end = inOrder.at(-1)!.at + 200;
  return [{ at: from, type: "focusin", field }, ...inOrder, { at: end, type: "focusout", field }];
}

/** The keys up to this number of letters, with the corrections among them. */
function startOf(keys: readonly Key[], length: number): Key[] {
  let letters = 0;
  const end = keys.findIndex(({ key }) => key !== "Backspace" && ++letters > length);
  return keys.slice(0, end < 0 ? keys.length : end);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.csv$|_keystrokes\.txt$|^session/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
