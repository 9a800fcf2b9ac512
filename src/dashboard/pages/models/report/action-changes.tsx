/** Which actions change with each risk setting, the cost of that, and the bookings to review. */
import { useState } from "react";
import { Link } from "wouter";
import type { FlipFigures } from "../../../../evaluation/replay/figures.ts";
import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { type RiskSetting, riskSettings, settingNames } from "../../../../projects/risk-setting.ts";
import { useProject } from "../../../api/session.ts";
import { Time } from "../../../components/time.tsx";
import { useModelUrls } from "../model-urls.ts";
import { percent, signed, whole } from "./report-numbers.ts";
import { ReportTable } from "./report-table.tsx";
import { Section } from "./section.tsx";

const arrow = (from: string, to: string) => (from === to ? to : `${from} → ${to}`);

interface Props {
  report: ReplayReport;
}

export function ActionChanges({ report }: Props) {
  const [setting, setSetting] = useState<RiskSetting>(report.riskSetting);
  const { denyFrom, flips } = report.settings[setting];
  return (
    <Section
      title="Changed actions"
      description="Before: the action that was returned. After: the action with this model."
    >
      <div className="tabs" role="tablist" aria-label="Risk setting">
        {riskSettings.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === setting}
            onClick={() => setSetting(one)}
          >
            {settingNames[one]}
          </button>
        ))}
      </div>
      <Tiles report={report} setting={setting} />
      <p className="muted">
        {settingNames[setting]} denies scores of {denyFrom} or higher. Errors are based on bookings
        with a known outcome, costs on those whose outcome can become known.
      </p>
      <Examples title="Now denied" flips={flips.toDeny} report={report} />
      <Examples title="Now allowed" flips={flips.toAllow} report={report} />
      <AllSettings report={report} />
    </Section>
  );
}

function Tiles({ report, setting }: { report: ReplayReport; setting: RiskSetting }) {
  const { before, after, flips, costChange, costInterval } = report.settings[setting];
  const amount = (value: number) => `${whole(value)} ${report.money?.currency ?? ""}`;
  const tiles = [
    [whole(flips.toDeny.count + flips.toAllow.count), "bookings with another action"],
    [arrow(percent(before.denyRate), percent(after.denyRate)), "of bookings denied"],
    [
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      "good guests denied",
    ],
    [arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)), "missed fraud"],
    [
      arrow(percent(before.precision?.share ?? null), percent(after.precision?.share ?? null)),
      "of the denied were fraud, where known",
    ],
    costChange === null
      ? ["–", "cost of errors: enter your prices on the page Money"]
      : [
          signed(costChange, amount),
          costInterval
            ? `cost of errors (95 %: ${signed(costInterval.low, amount)} to ${signed(costInterval.high, amount)})`
            : "cost of errors; too few bookings for an interval",
        ],
  ] as const;
  return (
    <ul className="figure-tiles">
      {tiles.map(([figure, label]) => (
        <li key={label}>
          <b>{figure}</b>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

const outcomeLabels = {
  fraud: "fraud",
  legitimate: "legitimate",
  quiet: "not reported",
  unknown: "unknown",
} as const;

function Examples({
  title,
  flips: { count, fraud, legitimate, examples },
  report,
}: {
  title: string;
  flips: FlipFigures;
  report: ReplayReport;
}) {
  if (count === 0) return null;
  return (
    <div className="stack tight">
      <h3>
        {title}: {whole(count)}{" "}
        <span className="muted">
          (known outcomes: {whole(fraud)} fraud, {whole(legitimate)} good)
        </span>
      </h3>
      <ReportTable
        label={`${title}, largest changes`}
        head={["Largest changes", "Score", "When", "Outcome"]}
        rows={examples.map(({ decisionId, decidedAt, before, after, knownAs }) => [
          <DecisionName key="id" decisionId={decisionId} report={report} />,
          `${before} → ${after}`,
          <Time key="at" at={decidedAt} />,
          outcomeLabels[knownAs],
        ])}
      />
    </div>
  );
}

/** A link, unless the report covers several projects: the decision may be of another one. */
function DecisionName({ decisionId, report }: { decisionId: string; report: ReplayReport }) {
  const urls = useModelUrls();
  const { projectId } = useProject();
  const isHere = report.projects.length === 1 && report.projects[0]?.id === projectId;
  const name = <code>{decisionId}</code>;
  return isHere ? <Link href={urls.decision(decisionId)}>{name}</Link> : name;
}

function AllSettings({ report: { settings, money, riskSetting } }: { report: ReplayReport }) {
  const amount = (value: number) => `${whole(value)} ${money?.currency ?? ""}`;
  return (
    <ReportTable
      label="All settings"
      head={["Setting", "Denied", "Good guests denied", "Missed fraud", "Cost"]}
      rows={riskSettings.map((setting) => {
        const { before, after, costChange } = settings[setting];
        return [
          setting === riskSetting ? (
            <b key="name">{settingNames[setting]}</b>
          ) : (
            settingNames[setting]
          ),
          arrow(percent(before.denyRate), percent(after.denyRate)),
          arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
          arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)),
          costChange === null ? "–" : signed(costChange, amount),
        ];
      })}
    />
  );
}
