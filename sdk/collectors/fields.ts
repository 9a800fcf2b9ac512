/**
 * Visits to form fields: counts of how they were filled, never with what. Of a value only its
 * presence is read, and of a key only whether it can change a value.
 */
import type { FieldPurpose } from "../../src/attempt/telemetry/protocol.ts";
import { denied } from "../consent.ts";
import { emit, listen, now } from "../events.ts";
import { onGather } from "../transport.ts";

export const fieldSelector =
  "input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image]),select,textarea";

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** First match wins, over "type autocomplete name id" in lower case. */
const purposes: [FieldPurpose, RegExp][] = [
  ["card", /\bcc-|card|cv[cv]|iban/],
  ["password", /^password/],
  ["email", /e-?mail/],
  // Not "hotel".
  ["phone", /(^|[^a-z])tel|phone|mobile/],
  // Not "checkout_first_name".
  ["date", /date|^(month|week)|check[-_]?(in|out)( |$)|arriv|depart|bday|birth/],
  ["address", /addr|street|city|town|zip|post|country|state|region/],
  // Not "username".
  ["name", /[^r]name|surname|first|last/],
];

function purposeOf(field: Field): FieldPurpose {
  const attributes = `${field.type} ${field.autocomplete} ${field.name} ${field.id}`.toLowerCase();
  return purposes.find(([, pattern]) => pattern.test(attributes))?.[0] ?? "other";
}

/** Among the fields of its root, which is the document or a shadow root. */
function indexOf(field: Field): number {
  const root = field.getRootNode() as Document;
  return Math.min(1000, [...root.querySelectorAll(fieldSelector)].indexOf(field));
}

/** Whether input events name their cause; those of dates and numbers do not. */
const isText = ({ type }: Field) => /^(text|email|tel|password|search|url)/.test(type);

/**
 * Whether a person cannot see the field. Only for text fields: pages hide checkboxes and lists
 * under their own drawings of them. A transparent field may lie over a drawing, so it is visible.
 */
export function isHidden(field: Field): boolean {
  const { width, height, right, bottom } = field.getBoundingClientRect();
  return (
    isText(field) &&
    (right + scrollX < 0 ||
      bottom + scrollY < 0 ||
      width < 3 ||
      height < 3 ||
      getComputedStyle(field).visibility === "hidden")
  );
}

/** Every browser supports this old name, but not every one the standard name. */
export const isAutofilled = (field: Element) => field.matches(":-webkit-autofill");

const begin = (field: Field) => ({
  kind: "field" as const,
  at: now(),
  purpose: purposeOf(field),
  index: indexOf(field),
  /** During the visit, 1 where the field has the focus. */
  focusMs: +((field.getRootNode() as Document).activeElement === field),
  keys: 0,
  corrections: 0,
  pastes: 0,
  autofills: 0,
  inputs: 0,
  untrusted: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
  holds: 0,
  holdSumMs: 0,
  holdSquareSum: 0,
  rushes: 0,
  shiftless: 0,
  bareAts: 0,
  hidden: false,
});

type Visit = ReturnType<typeof begin>;

/** A program presses the next key this soon after releasing the last; fingers seldom do. */
const rushMs = 5;

let lastKeyAt = 0;
let lastUpAt = 0;
/** A key was pressed since the last input event, so the next one is typing. */
let keyed = false;
/** The last key had no name, as on most phones: its input event says what it did. */
let nameless = false;
/** When the keys that are down now were pressed. */
const keysDown = new Map<string, number>();

function countKey(visit: Visit, event: KeyboardEvent): void {
  const { key, code, timeStamp } = event;
  if (!event.isTrusted) {
    visit.untrusted++;
    return;
  }
  // Autofill in Chromium sends a keydown without a key. AltGr is reported as Ctrl with Alt.
  const shortcut = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!key || event.repeat || shortcut) return;
  const correction = /^Back|^Del/.test(key);
  nameless = /^Unid|^Proc/.test(key); // Unidentified, Process.
  if (key.length > 1 && !correction && !nameless) return;
  if (correction) visit.corrections++;
  if (visit.keys++) {
    const gap = timeStamp - lastKeyAt;
    visit.gapSumMs += gap;
    visit.gapSquareSum += gap * gap;
  }
  if (!keysDown.size && timeStamp - lastUpAt <= rushMs) visit.rushes++;
  lastKeyAt = timeStamp;
  keyed = true;
  // On-screen keyboards report no code and hold no key.
  if (!code) return;
  keysDown.set(code, timeStamp);
  const has = (modifier: string) => event.getModifierState(modifier);
  if (event.shiftKey || event.altKey || has("CapsLock") || has("AltGraph")) return;
  const lower = correction || key === key.toLowerCase() || event.isComposing;
  if (!lower) visit.shiftless++;
  // No layout has it on that key alone; drivers press keys as on an American keyboard.
  if (key + code === "@Digit2") visit.bareAts++;
}

function countHold(visit: Visit, { code, timeStamp }: KeyboardEvent): void {
  const held = timeStamp - keysDown.get(code)!;
  // NaN where the key was pressed outside the field.
  if (!keysDown.delete(code)) return;
  lastUpAt = timeStamp;
  visit.holds++;
  visit.holdSumMs += held;
  visit.holdSquareSum += held * held;
}

function countInput(visit: Visit, field: Field, event: InputEvent): void {
  // insertText, insertFromPaste, insertFromDrop, insertReplacementText, deleteContentBackward, …
  const cause = event.inputType;
  // A spelling correction also replaces text, but after a key.
  const replaced = isText(field) && (!cause || /Repl/.test(cause));
  if (!visit.inputs++) visit.hidden = isHidden(field);
  if (!event.isTrusted) visit.untrusted++;
  else if (/Paste|Drop/.test(cause)) visit.pastes++;
  else if (nameless && /^del/.test(cause)) visit.corrections++;
  else if (!keyed && (replaced || isAutofilled(field))) visit.autofills++;
  keyed = false;
}

export function watchFields(): void {
  /** The current field, and its visit. */
  let current: Field | undefined;
  let visit: Visit;

  function end(): void {
    if (!current) return;
    current = undefined;
    if (visit.focusMs) visit.focusMs = Math.max(0, now() - visit.at);
    emit(visit);
  }
  function visitTo(field: Field): Visit {
    if (field !== current) {
      end();
      current = field;
      visit = begin(field);
      keyed = false;
    }
    return visit;
  }
  const inField =
    <Kind extends Event>(count: (visit: Visit, event: Kind, field: Field) => void) =>
    (event: Kind, [field]: [Field]) => {
      if (field.matches?.(fieldSelector)) count(visitTo(field), event, field);
    };

  listen({
    focusin: inField(() => {}),
    focusout(_, [target]: EventTarget[]) {
      if (target === current) end();
    },
    keydown: inField(countKey),
    keyup: inField(countHold),
    input: inField((visit, event, field) => countInput(visit, field, event as InputEvent)),
  });
  onGather((all) => {
    const field = current;
    const focused = current && visit.focusMs;
    if (!field || (focused && !all)) return;
    end();
    // Still focused: what follows is another visit.
    if (focused && !denied) visitTo(field);
  });
}
