/** Which answers change under each setting, what that costs, and the bookings to look at. */
import { useState } from "react";
import { Link } from "wouter";
import { type RiskSetting, riskSettings } from "../../../../projects/risk-setting.ts";
import type { FlipFigures } from "../../../../replay/figures.ts";
import { percent, signed, whole } from "../../../../replay/page/markup.ts";
import type { ReplayReport } from "../../../../replay/report.ts";
import { useProject } from "../../../api/session.ts";
import { Time } from "../../../components/time.tsx";
import { settingNames } from "../../settings/risk-setting.tsx";
import { usePlaces } from "../model-urls.ts";
import { FiguresTable } from "./report-table.tsx";
import { Part } from "./section.tsx";

const arrow = (from: string, to: string) => (from === to ? to : `${from} → ${to}`);

export function Answers({ of: report }: { of: ReplayReport }) {
  const [setting, setSetting] = useState<RiskSetting>(report.riskSetting);
  const { denyFrom, flips } = report.settings[setting];
  return (
    <Part
      title="Which answers change"
      says="Before is what was decided; after is what this model would have said."
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
        {settingNames[setting]} denies from a score of {denyFrom}. Mistakes and money are of the
        bookings whose outcome is known.
      </p>
      <Examples title="Now denied" flips={flips.toDeny} report={report} />
      <Examples title="Now allowed" flips={flips.toAllow} report={report} />
      <AllSettings report={report} />
    </Part>
  );
}

function Tiles({ report, setting }: { report: ReplayReport; setting: RiskSetting }) {
  const { before, after, flips, costChange } = report.settings[setting];
  const { currency } = report.money;
  const tiles = [
    [whole(flips.toDeny.count + flips.toAllow.count), "bookings get another answer"],
    [arrow(percent(before.denyRate), percent(after.denyRate)), "of bookings denied"],
    [
      arrow(whole(before.refusedGuests.count), whole(after.refusedGuests.count)),
      "good guests refused",
    ],
    [arrow(whole(before.missedFraud.count), whole(after.missedFraud.count)), "frauds let through"],
    [signed(costChange, (value) => `${whole(value)} ${currency}`), "cost of both mistakes"],
  ] as const;
  return (
    <ul className="figure-tiles">
      {tiles.map(([figure, says]) => (
        <li key={says}>
          <b>{figure}</b>
          <span>{says}</span>
        </li>
      ))}
    </ul>
  );
}

const becameOf = {
  fraud: "fraud",
  legitimate: "legitimate",
  quiet: "nothing bad heard",
  unknown: "not known",
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
          (known: {whole(fraud)} frauds, {whole(legitimate)} good guests)
        </span>
      </h3>
      <FiguresTable
        label={`${title}, the largest changes`}
        head={["The largest changes", "Score", "When", "What became of it"]}
        rows={examples.map(({ decisionId, decidedAt, before, after, knownAs }) => [
          <DecisionName key="id" decisionId={decisionId} report={report} />,
          `${before} → ${after}`,
          <Time key="at" at={decidedAt} />,
          becameOf[knownAs],
        ])}
      />
    </div>
  );
}

/** A report on all projects does not say whose decision it is: then it leads nowhere. */
function DecisionName({ decisionId, report }: { decisionId: string; report: ReplayReport }) {
  const places = usePlaces();
  const { projectId } = useProject();
  const isHere = report.projects.length === 1 && report.projects[0]?.id === projectId;
  const name = <code>{decisionId}</code>;
  return isHere ? <Link href={places.decision(decisionId)}>{name}</Link> : name;
}

function AllSettings({ report: { settings, money, riskSetting } }: { report: ReplayReport }) {
  const amount = (value: number) => `${whole(value)} ${money.currency}`;
  return (
    <FiguresTable
      label="All settings beside each other"
      head={["Setting", "Denied", "Good guests refused", "Fraud let through", "Cost"]}
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
          signed(costChange, amount),
        ];
      })}
    />
  );
}
