/** What happened on a page, in words. */
import type { Step } from "../../../dashboard-api/decision-detail/timeline.ts";
import { lasting, plural } from "./format.ts";

export interface Said {
  text: string;
  /** What to notice, a few words each. */
  badges: { text: string; look: "warn" | "danger" | "accent" }[];
}

const fieldNames: Readonly<Record<string, string>> = {
  email: "E-mail",
  phone: "Phone",
  name: "Name",
  address: "Address",
  card: "Card",
  password: "Password",
  date: "Date",
  other: "Another field",
};

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

export function sayStep(step: Step): Said {
  const said = sayKind(step);
  const impossible = step.impossible.map(impossibleWord);
  if (impossible.length === 0) return said;
  const text = `cannot be true: ${impossible.join("; ")}`;
  return { ...said, badges: [...said.badges, { text, look: "danger" }] };
}

function sayKind(step: Step): Said {
  switch (step.kind) {
    case "field":
      return sayField(step);
    case "pointer":
      return sayPointer(step);
    case "touch":
      return plain(`Touched: ${joined([count(step.taps, "tap"), count(step.swipes, "swipe")])}`);
    case "scroll":
      return plain(`Scrolled to ${Math.round(step.depth * 100)} % of the page`);
    case "submit":
      return saySubmit(step);
    case "away":
      return plain(
        step.lastsMs === null
          ? "The tab went out of sight"
          : `The tab was out of sight for ${lasting(step.lastsMs)}`,
      );
    case "quiet":
      return plain(`Nothing for ${lasting(step.lastsMs)}`);
  }
}

const plain = (text: string): Said => ({ text, badges: [] });

function sayField(step: StepOf<"field">): Said {
  const { purpose, focusMs, keys, corrections, pastes, autofills, inputs, untrusted } = step;
  const rushes = step.rushes ?? 0;
  const name = fieldNames[purpose] ?? purpose;
  const isSet = focusMs === 0 && keys === 0 && inputs > 0;
  const parts = [
    focusMs > 0 && lasting(focusMs),
    keys > 0 && plural(keys, "key"),
    corrections > 0 && plural(corrections, "correction"),
    keys === 0 && inputs === 0 && pastes === 0 && autofills === 0 && "left as it was",
  ];
  const badges: Said["badges"] = [];
  if (pastes > 0) badges.push({ text: "pasted", look: "accent" });
  if (autofills > 0) badges.push({ text: "autofilled", look: "accent" });
  if (isSet && autofills === 0) badges.push({ text: "filled without a visit", look: "warn" });
  if (untrusted > 0) badges.push({ text: "by a program", look: "warn" });
  if (rushes > 0) badges.push({ text: "faster than fingers", look: "warn" });
  if (step.hidden) badges.push({ text: "a field that nobody can see", look: "warn" });
  return { text: joined([name, ...parts]), badges };
}

function sayPointer({ moves, clicks, touches, untrusted, centred }: StepOf<"pointer">): Said {
  const parts = [count(clicks, "click"), count(touches, "touch", "touches")];
  const told = joined(parts);
  const text = moves > 0 ? joined(["Moved the pointer", ...parts]) : `Pointer: ${told || "still"}`;
  const badges: Said["badges"] = [];
  if (untrusted > 0) badges.push({ text: "by a program", look: "warn" });
  if (centred > 0 && centred === clicks) {
    badges.push({ text: "exactly in the middle", look: "warn" });
  }
  return { text, badges };
}

function saySubmit({
  trusted,
  filledFields,
  touchedFields,
  hiddenFilled = 0,
}: StepOf<"submit">): Said {
  const text = `Sent the form: ${plural(filledFields, "field")} filled, ${touchedFields} touched`;
  const badges: Said["badges"] = [];
  if (!trusted) badges.push({ text: "by a program", look: "warn" });
  if (touchedFields < filledFields) badges.push({ text: "some filled untouched", look: "accent" });
  if (hiddenFilled > 0) badges.push({ text: "fields filled that nobody can see", look: "warn" });
  return { text, badges };
}

const impossibleWords: Readonly<Record<string, string>> = {
  later: "it happened after it was sent",
  order: "it was sent before the visit began",
  rhythm: "the times between keys do not fit each other",
  typing: "more corrections than keys",
  focus: "more time between keys than the field had the focus",
  path: "a way shorter than the straight line",
  clicks: "more clicks in the middle than clicks",
  form: "more fields touched than filled",
};

export const impossibleWord = (way: string): string =>
  Object.hasOwn(impossibleWords, way) ? impossibleWords[way]! : way;

const count = (number: number, one: string, many?: string) =>
  number > 0 && plural(number, one, many);

const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(", ");
