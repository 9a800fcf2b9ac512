/**
 * Visits to form fields: how they were filled, counted, and never with what. Of a value is
 * asked only whether there is one, and of a key only whether it could change one.
 */
import type { FieldPurpose } from "../../src/telemetry/protocol.ts";
import { atMost, type Drain, type Watch } from "../watch.ts";
import { loadedBy } from "./page.ts";

export const fieldSelector =
  "input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** First match wins, over "type autocomplete name id" in lower case. */
const purposes: [FieldPurpose, RegExp][] = [
  ["card", /\bcc-|card|cvc|cvv|iban/],
  ["password", /^password/],
  ["email", /e-?mail/],
  // Not "hotel".
  ["phone", /(^|[^a-z])tel|phone|mobile/],
  // Not "checkout_first_name".
  ["date", /^(date|month|week)|date|check[-_]?(in|out)( |$)|arriv|depart|bday|birth/],
  ["address", /addr|street|city|town|zip|post|country|state|region|province/],
  // Not "username".
  ["name", /(^|[^r])name|surname|first|last|given|family/],
];

function purposeOf({ type, autocomplete, name, id }: Field): FieldPurpose {
  const told = `${type} ${autocomplete} ${name} ${id}`.toLowerCase();
  return purposes.find(([, pattern]) => pattern.test(told))?.[0] ?? "other";
}

function indexOf(field: Field): number {
  return atMost(1000, [...document.querySelectorAll(fieldSelector)].indexOf(field));
}

/** Where typing gives input events that name their cause; a date's or a number's do not. */
const isText = ({ type }: Field) => /^(text|email|tel|password|search|url)/.test(type);

function isAutofilled(field: Field): boolean {
  try {
    return field.matches(":autofill");
  } catch {
    return field.matches(":-webkit-autofill");
  }
}

interface Visit {
  at: number;
  focused: boolean;
  lastKeyAt: number;
  /** A key was pressed since the last input event, so that one is typing. */
  keyed: boolean;
  /** The last key had no name, as on most phones: its input event tells what it did. */
  nameless: boolean;
  counts: typeof nothing;
}

const nothing = {
  keys: 0,
  corrections: 0,
  pastes: 0,
  autofills: 0,
  inputs: 0,
  untrusted: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
};

const begin = (at: number, focused: boolean): Visit => ({
  at,
  focused,
  lastKeyAt: 0,
  keyed: false,
  nameless: false,
  counts: { ...nothing },
});

function countKey(visit: Visit, event: KeyboardEvent): void {
  const { counts } = visit;
  const { key, timeStamp } = event;
  if (!event.isTrusted) {
    counts.untrusted++;
    return;
  }
  // Filling a form, Chromium sends a keydown without a key. AltGr counts as Ctrl with Alt.
  const shortcut = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!key || event.repeat || shortcut) return;
  const correction = key === "Backspace" || key === "Delete";
  visit.nameless = key === "Unidentified" || key === "Process";
  if (key.length > 1 && !correction && !visit.nameless) return;
  if (correction) counts.corrections++;
  if (counts.keys++) {
    const gap = atMost(1e6, timeStamp - visit.lastKeyAt);
    counts.gapSumMs += gap;
    counts.gapSquareSum += gap * gap;
  }
  visit.lastKeyAt = timeStamp;
  visit.keyed = true;
}

function countInput(visit: Visit, field: Field, event: InputEvent): void {
  const { counts } = visit;
  const cause = event.inputType ?? "";
  // A correction of the spelling replaces text as well, but after a key.
  const replaced = isText(field) && (!cause || cause === "insertReplacementText");
  counts.inputs++;
  if (!event.isTrusted) counts.untrusted++;
  else if (/^insertFrom(Paste|Drop)/.test(cause)) counts.pastes++;
  else if (visit.nameless && /^delete/.test(cause)) counts.corrections++;
  else if (!visit.keyed && (replaced || isAutofilled(field))) counts.autofills++;
  visit.keyed = false;
}

/** Going back or reloading, the browser fills the form as it was, and says nothing. */
function touchRestored(watch: Watch): void {
  if (loadedBy() === "navigate") return;
  const touch = () => {
    for (const field of document.querySelectorAll<Field>(fieldSelector)) {
      if (field.value) watch.touched.add(field);
    }
  };
  if (document.readyState === "complete") touch();
  else watch.listen(window, "load", touch);
}

export function watchFields(watch: Watch): Drain {
  const visits = new Map<Field, Visit>();

  function on<Kind extends Event>(
    type: string,
    listener: (field: Field, event: Kind) => void,
  ): void {
    watch.listen<Kind>(document, type, (event) => {
      const field = event.target as Field;
      if (field.matches?.(fieldSelector)) listener(field, event);
    });
  }
  function visit(field: Field, focused: boolean): Visit {
    const known = visits.get(field) ?? begin(watch.now(), focused);
    visits.set(field, known);
    watch.noted();
    return known;
  }
  function end(field: Field): void {
    const ended = visits.get(field);
    if (!ended) return;
    visits.delete(field);
    watch.emit({
      kind: "field",
      at: ended.at,
      purpose: purposeOf(field),
      index: indexOf(field),
      focusMs: ended.focused ? Math.max(0, watch.now() - ended.at) : 0,
      ...ended.counts,
    });
  }

  on("focusin", (field) => visit(field, true));
  on("focusout", end);
  on<KeyboardEvent>("keydown", (field, event) =>
    countKey(visit(field, document.activeElement === field), event),
  );
  on<InputEvent>("input", (field, event) => {
    watch.touched.add(field);
    countInput(visit(field, document.activeElement === field), field, event);
  });
  touchRestored(watch);

  return (all) => {
    for (const [field, { focused }] of [...visits]) {
      if (focused && !all) continue;
      end(field);
      // Still there: what follows is told as a visit of its own.
      if (focused) visits.set(field, begin(watch.now(), true));
    }
  };
}
