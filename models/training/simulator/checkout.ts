/** Fills the checkout form field by field and submits it. */
import type { FieldPurpose } from "../../../src/attempt/telemetry/protocol.ts";
import type { Behaviour, Filling } from "./behaviour.ts";
import type { Merchant } from "./merchants.ts";
import { countOf, interact, switchTab } from "./page-actions.ts";
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
  behaviour: Behaviour;
  /** The merchant prefilled the form for a returning customer. */
  prefilled?: boolean;
}

interface FieldToFill {
  purpose: FieldPurpose;
  index: number;
  filling: Filling;
  hidden?: boolean;
}

/** Fills and submits the form. Afterwards the tab's clock is at the last click. */
export function fillForm(random: Random, tab: Tab, options: FormOptions): void {
  const { merchant, behaviour, prefilled } = options;
  const { fields, submits, prefills } = merchant.checkout;
  tab.wait(random.around(behaviour.thinkMs, 0.5));
  const wanted = fieldsToFill(random, options);
  for (const field of wanted) fillField(random, tab, behaviour, field);
  goBack(random, tab, behaviour, wanted);
  const honeypotFilled = merchant.checkout.honeypot && random.chance(behaviour.fillsHidden);
  if (honeypotFilled) fillField(random, tab, behaviour, honeypotOf(random, options));
  tab.wait(random.around(behaviour.thinkMs * 1.5, 0.6));
  const clicked = random.chance(0.93) ? Math.max(1, Math.round(wanted.length * 0.7)) : 0;
  const moves = countOf(random, behaviour.pointing.movesPerS * 4);
  interact(random, tab, behaviour, moves, behaviour.clicks ? clicked : 0);
  tab.flush();
  // A merchant's prefilling script sets fields without events, just as a bot's does.
  const set = prefilled && prefills === "script" ? fields.length - wanted.length : 0;
  const silent = wanted.filter(({ filling }) => filling === "silent").length;
  const filled = wanted.length + set;
  if (submits) submit(random, tab, behaviour, { filled, silent: silent + set, honeypotFilled });
}

/** The fields in the order in which they are filled. */
function fieldsToFill(
  random: Random,
  { merchant, behaviour, prefilled }: FormOptions,
): FieldToFill[] {
  const { fields, prefills } = merchant.checkout;
  const known = prefilled && prefills !== "none";
  const wanted: FieldToFill[] = [];
  for (const [index, purpose] of fields.entries()) {
    // Where known details are prefilled, only card and free-text fields are left.
    if (known && purpose !== "card" && purpose !== "other") continue;
    if (purpose === "other" && random.chance(0.6)) continue;
    wanted.push({ purpose, index, filling: fillingOf(random, behaviour, purpose) });
  }
  if (!behaviour.ownOrder) return wanted;
  return wanted
    .map((field) => ({ field, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }) => field);
}

/** Returns to a field to correct it, or because the form showed an error. */
function goBack(
  random: Random,
  tab: Tab,
  behaviour: Behaviour,
  wanted: readonly FieldToFill[],
): void {
  if (wanted.length === 0 || !random.chance(behaviour.returns)) return;
  for (let time = random.int(1, 2); time > 0; time--) {
    const { purpose, index } = random.pick(wanted);
    const filling = random.chance(0.85) ? "typed" : "inserted";
    fillField(random, tab, behaviour, { purpose, index, filling }, 0.25);
  }
}

/** The honeypot is the last field of the page and is invisible. */
function honeypotOf(random: Random, { merchant, behaviour }: FormOptions): FieldToFill {
  const index = merchant.checkout.fields.length;
  return { purpose: "other", index, filling: fillingOf(random, behaviour, "other"), hidden: true };
}

interface Submitted {
  filled: number;
  silent: number;
  honeypotFilled: boolean;
}

function submit(
  random: Random,
  tab: Tab,
  behaviour: Behaviour,
  { filled, silent, honeypotFilled }: Submitted,
): void {
  // The browser trusts a submit caused by a script's click on the button, not a dispatched event.
  const trusted = !behaviour.scriptSubmit || random.chance(0.75);
  const touchedFields = Math.max(0, filled - silent);
  const hiddenFilled = Number(honeypotFilled);
  tab.note({ kind: "submit", trusted, filledFields: filled, touchedFields, hiddenFilled });
  tab.flush();
}

function fillingOf(random: Random, behaviour: Behaviour, purpose: FieldPurpose): Filling {
  const weights =
    purpose === "email" && behaviour.emailFilling ? behaviour.emailFilling : behaviour.filling;
  return random.weighted(weights as Record<Filling, number>);
}

/** @param part share of the field's text that is typed. */
function fillField(
  random: Random,
  tab: Tab,
  behaviour: Behaviour,
  field: FieldToFill,
  part = 1,
): void {
  const { purpose, index, filling, hidden = false } = field;
  if (filling === "silent") return;
  // Pasted text was often copied from another tab just before.
  if (filling === "pasted" && random.chance(0.6)) switchTab(tab, random.around(3500, 0.7));
  const at = tab.clock;
  const typed = filling === "typed";
  const { length, capitals } = words[purpose];
  const word = { length: length * part, capitals: part < 1 ? 0 : capitals };
  const rhythm = typed ? typeKeys(random, behaviour, tab.browser.input, word) : noKeys;
  const think = random.around(behaviour.thinkMs, 0.7);
  const focusMs = Math.round(filling === "synthetic" ? 0 : think * 0.6 + rhythm.gapSumMs);
  tab.wait(focusMs + think * 0.4);
  tab.note({
    kind: "field",
    at,
    purpose,
    index,
    focusMs,
    ...rhythm,
    bareAts: Number(typed && part === 1 && purpose === "email" && tab.browser.input.bareAt),
    pastes: filling === "pasted" ? 1 : 0,
    autofills: filling === "autofilled" ? 1 : 0,
    untrusted: filling === "synthetic" ? random.int(1, 2) : 0,
    hidden,
  });
}
