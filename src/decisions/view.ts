/** The filters of a decision list, read strictly from query parameters and written one way. */
import { riskSettings } from "../projects/risk-setting.ts";
import { parseDecisionId } from "../risk/decision.ts";
import { outcomes } from "../risk/outcome.ts";
import { riskLevels, suggestedActions } from "../risk/score.ts";
import { type LinkKind, linkKinds } from "../storage/port/search.ts";
import { type SearchKind, searchKinds, textMax } from "./search-terms.ts";

export const viewOutcomes = [...outcomes, "none"] as const;
export const viewRanges = ["24h", "7d", "30d", "90d", "365d"] as const;

/** Every member may be absent, and then excludes nothing. */
export interface View {
  /** The search, written `email:text` in a query. */
  find?: { by: SearchKind; text: string };
  /** What this decision has of this kind, such as its device: all decisions with it. Written `device:dec_…`. */
  same?: { kind: LinkKind; decisionId: string };
  /** A hotel's reference, GIATA ID or name as well. */
  hotel?: string;
  /** Up to now. */
  last?: (typeof viewRanges)[number];
  /** Unix ms; from is included, to is not. */
  from?: number;
  to?: number;
  level?: (typeof riskLevels)[number];
  action?: (typeof suggestedActions)[number];
  setting?: (typeof riskSettings)[number];
  source?: "api" | "import";
  /** Any of these; `none`: no outcome is reported yet. */
  outcome?: (typeof viewOutcomes)[number][];
  scoreFrom?: number;
  scoreTo?: number;
  /** `name@version`, or a name alone. */
  model?: string;
  telemetry?: "seen" | "unseen";
}

export interface ViewIssue {
  /** The parameter's name. */
  name: string;
  message: string;
}

class Unreadable extends Error {}

const oneOf =
  <Text extends string>(texts: readonly Text[]) =>
  (text: string): Text => {
    const found = texts.find((one) => one === text);
    if (found === undefined) throw new Unreadable(`must be one of ${texts.join(", ")}`);
    return found;
  };

function score(text: string): number {
  if (!/^\d\d?$/.test(text)) throw new Unreadable("must be a whole number from 0 to 99");
  return Number(text);
}

function moment(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const ms = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Unreadable("must be a time in ISO 8601 with a zone");
  return ms;
}

function text(text: string): string {
  const isText = text.trim() !== "" && text.isWellFormed() && !/\p{Cc}/u.test(text);
  if (!isText || text.length > textMax) {
    throw new Unreadable(`must be a text of at most ${textMax} characters`);
  }
  return text.trim();
}

function outcomeList(text: string): NonNullable<View["outcome"]> {
  const all = text.split(",");
  if (all.length > viewOutcomes.length) throw new Unreadable("has too many");
  return [...new Set(all.map(oneOf(viewOutcomes)))].sort();
}

function found(typed: string): NonNullable<View["find"]> {
  const [, kind, rest] = /^([a-z]+):(.+)$/s.exec(typed) ?? [];
  if (kind === undefined) throw new Unreadable("must be a kind, a colon and a text");
  return { by: oneOf(searchKinds)(kind), text: text(rest!) };
}

function sameAs(typed: string): NonNullable<View["same"]> {
  const [kind = "", decisionId = ""] = typed.split(":", 2);
  if (!parseDecisionId(decisionId))
    throw new Unreadable("must be a kind, a colon and a decision ID");
  return { kind: oneOf(linkKinds)(kind), decisionId };
}

const readers: { [Name in keyof View]-?: (text: string) => NonNullable<View[Name]> } = {
  find: found,
  same: sameAs,
  hotel: text,
  last: oneOf(viewRanges),
  from: moment,
  to: moment,
  level: oneOf(riskLevels),
  action: oneOf(suggestedActions),
  setting: oneOf(riskSettings),
  source: oneOf(["api", "import"]),
  outcome: outcomeList,
  scoreFrom: score,
  scoreTo: score,
  model: text,
  telemetry: oneOf(["seen", "unseen"]),
};

/** Reads query parameters; unknown ones belong to the page and are ignored. */
export function readView(
  parameters: Readonly<Record<string, string>>,
): { view: View } | { issues: ViewIssue[] } {
  const view: Record<string, unknown> = {};
  const issues: ViewIssue[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const text = parameters[name];
    if (text === undefined || text === "") continue;
    try {
      view[name] = read(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      issues.push({ name, message: error.message });
    }
  }
  return issues.length > 0 ? { issues } : { view };
}

/** The parameters that `readView` reads as this view, in one order: equal for equal views. */
export function viewParameters(view: View): Record<string, string> {
  const spelled = (name: keyof View): string | undefined => {
    if (name === "find") return view.find && `${view.find.by}:${view.find.text}`;
    if (name === "same") return view.same && `${view.same.kind}:${view.same.decisionId}`;
    if (name === "from" || name === "to") {
      return view[name] === undefined ? undefined : new Date(view[name]).toISOString();
    }
    return view[name] === undefined ? undefined : String(view[name]);
  };
  const names = Object.keys(readers) as (keyof View)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = spelled(name);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
