/** What a replay shows, in words no warmer than its evidence: what was tested, on how much, what not. */
import type { LoosenedLimit } from "./limits.ts";
import { percent, whole } from "./page/markup.ts";
import type { ReplayReport } from "./report.ts";
import { segmentKinds, segmentTitles } from "./segment.ts";
import { type JudgedParts, segmentDecisionsMin } from "./segments.ts";

export interface Conclusion {
  /** `passed`, `passed with looser limits`, `did not pass`. */
  result: string;
  /** What was tested, on how many decisions, and how much failed. */
  tested: string;
  /** What this replay cannot show. */
  untested: string[];
}

export function conclusionOf(report: ReplayReport): Conclusion {
  const { passed, criteria } = report;
  const { loosened = [] } = report as { loosened?: readonly LoosenedLimit[] };
  const assessed = criteria.filter((one) => one.passed !== null);
  const met = assessed.filter((one) => one.passed === true);
  const result = passed
    ? loosened.length > 0
      ? "passed with looser limits"
      : "passed"
    : "did not pass";
  return {
    result,
    tested: `${met.length} of ${criteria.length} criteria met on ${evidence(report)}.`,
    untested: untested(report),
  };
}

function evidence({ decisions, outcomes }: ReplayReport): string {
  const days = [decisions.first, decisions.last].map((moment) => moment?.slice(0, 10));
  const period = days[0] ? `, ${days.join(" to ")}` : "";
  return `${whole(decisions.compared)} decisions with ${whole(outcomes.fraud)} known frauds${period}`;
}

/** With fewer live decisions, a replay is one of imports. */
const liveMin = 100;

function untested(report: ReplayReport): string[] {
  const { decisions, criteria, outcomes, money, limits } = report;
  const open = criteria.filter(({ passed }) => passed === null).map(({ demand }) => demand);
  const live = decisions.replayed - (decisions.bySource.import ?? 0);
  const unknown = outcomes.unknown / Math.max(1, decisions.replayed);
  return [
    ...open.map((demand) => `Not assessed: ${demand}.`),
    ...unjudgedParts(report),
    ...(live < liveMin
      ? [
          `Live bookings: ${whole(live)} of these decisions are live, the others imported. What an ` +
            "import lacks or has more of than live bookings, such as telemetry, is not tested.",
        ]
      : []),
    ...(unknown > 0.2
      ? [`The outcome of ${Math.round(unknown * 100)} % of the decisions is not known.`]
      : []),
    ...(money
      ? []
      : [
          "Money: no prices were entered, on the page Money or with the command, so no cost is given.",
        ]),
    ...(limits.liveDecisionsMin > 0
      ? [
          `Live bookings under this model: a promotion also takes ${whole(limits.liveDecisionsMin)} live decisions of the ` +
            `last ${limits.ageDaysMax} days that it scored in shadow mode.`,
        ]
      : []),
    `Guests whom the service advised to deny: ${deniedText(report)}`,
  ];
}

/** The parts with too few decisions to judge, and what is in no part at all. */
function unjudgedParts(report: ReplayReport): string[] {
  // A report of an older version does not have them.
  const parts = (report as Partial<ReplayReport>).judgedParts?.[report.riskSetting] ?? [];
  const few = parts.filter(({ tooFew }) => tooFew > 0).map(tooFewText);
  const kinds = segmentKinds.map((kind) => segmentTitles[kind].toLowerCase()).join(", ");
  const rise = Number((100 * report.limits.denyRateChangeMax).toFixed(2));
  return [
    ...few,
    `Other groups of bookings, such as those of one mail domain: only groups by ${kinds} are judged separately. The ` +
      `share of all bookings that is denied may rise by ${rise} %, which may all come from one such group.`,
  ];
}

function tooFewText({ kind, tooFew, decisions, newlyDenied, examples }: JudgedParts): string {
  const named = examples.map((one) => `${one.name} (${one.newlyDenied} of ${one.decisions})`);
  const more = tooFew - examples.length;
  return (
    `Too few to judge, fewer than ${segmentDecisionsMin} decisions each: ${segmentTitles[kind]}, ` +
    `${counted(tooFew, "part")} with ${counted(decisions, "decision")}, ` +
    `${whole(newlyDenied)} of them newly denied: ` +
    `${named.join(", ")}${more > 0 ? ` and ${whole(more)} more` : ""}.`
  );
}

const counted = (count: number, what: string) => `${whole(count)} ${what}${count === 1 ? "" : "s"}`;

/** So many known outcomes give a share within 10 points, whatever it is (95 %). */
const outcomesMin = 100;

/** What the control group says of denied bookings, and what it would take. */
function deniedText(report: ReplayReport): string {
  const unknown = "their outcomes are mostly unknown";
  const needed = `${outcomesMin} with a known outcome tell the share of fraud among them within 10 points`;
  // A report of an older version has no such figures.
  const group = (report as Partial<ReplayReport>).controlGroup;
  if (!group || group.letThrough === 0) {
    return `${unknown}. A control group lets some of them through; ${needed}.`;
  }
  const { share, low, high, count, of } = group.fraud;
  const found =
    share === null
      ? "none has a known outcome yet"
      : `of ${whole(of)} with a known outcome, ${whole(count)} were fraud (${percent(low)} to ${percent(high)})`;
  const more = of < outcomesMin ? `; ${needed}` : "";
  return `${unknown}. The control group let ${whole(group.letThrough)} through: ${found}${more}.`;
}
