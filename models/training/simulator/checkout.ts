/** A form, filled field by field and submitted. */
import type { FieldPurpose } from "../../../src/telemetry/protocol.ts";
import type { Filling, Hand } from "./hands.ts";
import type { Merchant } from "./merchants.ts";
import { countOf, handle, lookAway } from "./on-page.ts";
import type { Random } from "./random.ts";
import type { Tab } from "./tab.ts";
import { noKeys, typeKeys, type Word } from "./typing.ts";

const words: Readonly<Record<FieldPurpose, Word>> = {
  email: { length: 21, capitals: 0 },
  phone: { length: 12, capitals: 0 },
  name: { length: 8, capitals: 1 },
  address: { length: 16, capitals: 2 },
  card: { length: 12, capitals: 0 },
  password: { length: 11, capitals: 1 },
  date: { length: 8, capitals: 0 },
  other: { length: 6, capitals: 0 },
};

export interface FormOptions {
  merchant: Merchant;
  hand: Hand;
  /** Of a guest whom the shop knows, who finds the form filled. */
  prefilled?: boolean;
}

interface FieldToFill {
  purpose: FieldPurpose;
  index: number;
  filling: Filling;
  hidden?: boolean;
}

/** Fills the form and sends it; afterwards the tab's clock stands at the last click. */
export function fillForm(random: Random, tab: Tab, options: FormOptions): void {
  const { merchant, hand, prefilled } = options;
  const { fields, submits, prefills } = merchant.checkout;
  tab.wait(random.around(hand.thinkMs, 0.5));
  const wanted = fieldsToFill(random, options);
  for (const field of wanted) fillField(random, tab, hand, field);
  goBack(random, tab, hand, wanted);
  const trapped = merchant.checkout.trap && random.chance(hand.fillsHidden);
  if (trapped) fillField(random, tab, hand, trapOf(random, options));
  tab.wait(random.around(hand.thinkMs * 1.5, 0.6));
  const clicked = random.chance(0.93) ? Math.max(1, Math.round(wanted.length * 0.7)) : 0;
  const moves = countOf(random, hand.pointing.movesPerS * 4);
  handle(random, tab, hand, moves, hand.clicks ? clicked : 0);
  tab.flush();
  // A shop's own script fills fields as silently as a bot's does.
  const set = prefilled && prefills === "script" ? fields.length - wanted.length : 0;
  const silent = wanted.filter(({ filling }) => filling === "silent").length;
  const filled = wanted.length + set;
  if (submits) submit(random, tab, hand, { filled, silent: silent + set, trapped });
}

/** In the order in which they are filled. */
function fieldsToFill(random: Random, { merchant, hand, prefilled }: FormOptions): FieldToFill[] {
  const { fields, prefills } = merchant.checkout;
  const known = prefilled && prefills !== "none";
  const wanted: FieldToFill[] = [];
  for (const [index, purpose] of fields.entries()) {
    // What the shop knows needs no hand: only wishes and cards are left to fill.
    if (known && purpose !== "card" && purpose !== "other") continue;
    if (purpose === "other" && random.chance(0.6)) continue;
    wanted.push({ purpose, index, filling: fillingOf(random, hand, purpose) });
  }
  if (!hand.ownOrder) return wanted;
  return wanted
    .map((field) => ({ field, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }) => field);
}

/** To correct something, or because the form complained. */
function goBack(random: Random, tab: Tab, hand: Hand, wanted: readonly FieldToFill[]): void {
  if (wanted.length === 0 || !random.chance(hand.returns)) return;
  for (let time = random.int(1, 2); time > 0; time--) {
    const { purpose, index } = random.pick(wanted);
    const filling = random.chance(0.85) ? "typed" : "inserted";
    fillField(random, tab, hand, { purpose, index, filling }, 0.25);
  }
}

/** The last field of the page, which nobody can see. */
function trapOf(random: Random, { merchant, hand }: FormOptions): FieldToFill {
  const index = merchant.checkout.fields.length;
  return { purpose: "other", index, filling: fillingOf(random, hand, "other"), hidden: true };
}

interface Submitted {
  filled: number;
  silent: number;
  trapped: boolean;
}

function submit(
  random: Random,
  tab: Tab,
  hand: Hand,
  { filled, silent, trapped }: Submitted,
): void {
  // The browser trusts a submit by a script that clicks the button, and not a made-up event.
  const trusted = !hand.scriptSubmit || random.chance(0.75);
  const touchedFields = Math.max(0, filled - silent);
  const hiddenFilled = Number(trapped);
  tab.note({ kind: "submit", trusted, filledFields: filled, touchedFields, hiddenFilled });
  tab.flush();
}

function fillingOf(random: Random, hand: Hand, purpose: FieldPurpose): Filling {
  const weights = purpose === "email" && hand.emailFilling ? hand.emailFilling : hand.filling;
  return random.weighted(weights as Record<Filling, number>);
}

/** @param part of the field's word that is typed. */
function fillField(random: Random, tab: Tab, hand: Hand, field: FieldToFill, part = 1): void {
  const { purpose, index, filling, hidden = false } = field;
  if (filling === "silent") return;
  // What is pasted was copied elsewhere.
  if (filling === "pasted" && random.chance(0.6)) lookAway(tab, random.around(3500, 0.7));
  const at = tab.clock;
  const typed = filling === "typed";
  const { length, capitals } = words[purpose];
  const word = { length: length * part, capitals: part < 1 ? 0 : capitals };
  const rhythm = typed ? typeKeys(random, hand, tab.browser.input, word) : noKeys;
  const think = random.around(hand.thinkMs, 0.7);
  const focusMs = Math.round(filling === "synthetic" ? 0 : think * 0.6 + rhythm.gapSumMs);
  tab.wait(focusMs + think * 0.4);
  tab.note({
    ...{ kind: "field", at, purpose, index, focusMs },
    ...rhythm,
    pastes: filling === "pasted" ? 1 : 0,
    autofills: filling === "autofilled" ? 1 : 0,
    untrusted: filling === "synthetic" ? random.int(1, 2) : 0,
    hidden,
  });
}
