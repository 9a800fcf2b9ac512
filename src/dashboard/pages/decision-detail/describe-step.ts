/** Describes what happened on a page of a visit, one step at a time. */
import type { Step } from "../../../http/dashboard-api/decision-detail/timeline.ts";
import { formatDuration, plural } from "./format.ts";

export interface StepDescription {
  text: string;
  /** Short labels for anything that stands out. */
  badges: { text: string; tone: "warn" | "danger" | "accent" }[];
}

const fieldLabels: Readonly<Record<string, string>> = {
  email: "E-mail",
  phone: "Phone",
  name: "Name",
  address: "Address",
  card: "Card",
  password: "Password",
  date: "Date",
  other: "Other field",
};

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

export function describeStep(step: Step): StepDescription {
  const description = describeKind(step);
  if (step.impossible.length === 0) return description;
  const text = `impossible: ${step.impossible.map(impossibleLabel).join("; ")}`;
  return { ...description, badges: [...description.badges, { text, tone: "danger" }] };
}

function describeKind(step: Step): StepDescription {
  switch (step.kind) {
    case "field":
      return describeField(step);
    case "pointer":
      return describePointer(step);
    case "touch":
      return plain(`Touched: ${joined([count(step.taps, "tap"), count(step.swipes, "swipe")])}`);
    case "scroll":
      return plain(`Scrolled to ${Math.round(step.depth * 100)}% of the page`);
    case "submit":
      return describeSubmit(step);
    case "away":
      return plain(
        step.lastsMs === null ? "Tab hidden" : `Tab hidden for ${formatDuration(step.lastsMs)}`,
      );
    case "quiet":
      return plain(`No activity for ${formatDuration(step.lastsMs)}`);
  }
}

const plain = (text: string): StepDescription => ({ text, badges: [] });

function describeField(step: StepOf<"field">): StepDescription {
  const { purpose, focusMs, keys, corrections, pastes, autofills, inputs, untrusted } = step;
  const rushes = step.rushes ?? 0;
  const name = fieldLabels[purpose] ?? purpose;
  const isFilledWithoutFocus = focusMs === 0 && keys === 0 && inputs > 0;
  const parts = [
    focusMs > 0 && formatDuration(focusMs),
    keys > 0 && plural(keys, "keystroke"),
    corrections > 0 && plural(corrections, "correction"),
    keys === 0 && inputs === 0 && pastes === 0 && autofills === 0 && "unchanged",
  ];
  const badges: StepDescription["badges"] = [];
  if (pastes > 0) badges.push({ text: "pasted", tone: "accent" });
  if (autofills > 0) badges.push({ text: "autofilled", tone: "accent" });
  if (isFilledWithoutFocus && autofills === 0) {
    badges.push({ text: "filled without focus", tone: "warn" });
  }
  if (untrusted > 0) badges.push({ text: "scripted", tone: "warn" });
  if (rushes > 0) badges.push({ text: "faster than typing", tone: "warn" });
  if (step.hidden) badges.push({ text: "hidden field", tone: "warn" });
  return { text: joined([name, ...parts]), badges };
}

function describePointer(step: StepOf<"pointer">): StepDescription {
  const { moves, clicks, touches, untrusted, centred } = step;
  const parts = [count(clicks, "click"), count(touches, "touch", "touches")];
  const text =
    moves > 0
      ? joined(["Moved the pointer", ...parts])
      : `Pointer: ${joined(parts) || "no movement"}`;
  const badges: StepDescription["badges"] = [];
  if (untrusted > 0) badges.push({ text: "scripted", tone: "warn" });
  if (centred > 0 && centred === clicks) badges.push({ text: "exact center", tone: "warn" });
  return { text, badges };
}

function describeSubmit(step: StepOf<"submit">): StepDescription {
  const { trusted, filledFields, touchedFields, hiddenFilled = 0 } = step;
  const filled = plural(filledFields, "field");
  const text = `Submitted the form: ${filled} filled, ${touchedFields} touched`;
  const badges: StepDescription["badges"] = [];
  if (!trusted) badges.push({ text: "scripted", tone: "warn" });
  if (touchedFields < filledFields) badges.push({ text: "filled untouched", tone: "accent" });
  if (hiddenFilled > 0) badges.push({ text: "hidden fields filled", tone: "warn" });
  return { text, badges };
}

const impossibleLabels: Readonly<Record<string, string>> = {
  later: "recorded after it was sent",
  order: "sent before the visit began",
  rhythm: "contradictory keystroke timings",
  typing: "more corrections than keystrokes",
  focus: "more time between keystrokes than in the field",
  path: "pointer path shorter than a straight line",
  clicks: "more centered clicks than clicks",
  form: "more fields touched than filled",
};

export const impossibleLabel = (reason: string): string =>
  Object.hasOwn(impossibleLabels, reason) ? impossibleLabels[reason]! : reason;

const count = (number: number, one: string, many?: string) =>
  number > 0 && plural(number, one, many);

const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(", ");
