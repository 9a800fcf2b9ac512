/** The result by part of the bookings, and without telemetry. */
import type { ReplayReport } from "../../../../evaluation/replay/report.ts";
import { segmentKinds, segmentTitles } from "../../../../evaluation/replay/segment.ts";
import { riskSettings, settingNames } from "../../../../projects/risk-setting.ts";
import { percent, whole } from "./report-numbers.ts";
import { ReportTable } from "./report-table.tsx";
import { Section } from "./section.tsx";

/** Renders what there is for a report of an older version, which has fewer kinds of parts, or none. */
export function Parts({
  report,
}: {
  report: Partial<ReplayReport> & Pick<ReplayReport, "riskSetting">;
}) {
  const { segments, withoutTelemetry, riskSetting } = report;
  if (!segments || !withoutTelemetry) return null;
  const arrow = (before: number, after: number, of: number) =>
    `${percent(before / of)} → ${percent(after / of)}`;
  return (
    <Section
      title="Parts of the bookings"
      description={`Denied before and after, at ${settingNames[riskSetting]}. Of those now denied, known outcomes are in brackets.`}
    >
      <ReportTable
        label="Denied before and after, by part"
        head={["Part", "Decisions", "Known frauds", "Denied", "Now denied"]}
        rows={segmentKinds.flatMap((kind) =>
          (segments[kind] ?? []).map((one) => [
            `${segmentTitles[kind]}: ${one.name}`,
            whole(one.decisions),
            whole(one.fraud),
            arrow(one.before, one.after, one.decisions),
            `${whole(one.toDeny)} (${whole(one.toDenyFraud)} fraud, ${whole(one.toDenyOther)} good)`,
          ]),
        )}
      />
      <h3>Without telemetry</h3>
      <p className="muted">
        The same bookings, scored as if the browser script had seen nothing: guests who block it,
        and all guests if it fails.
      </p>
      <ReportTable
        label="Denied without telemetry"
        head={["Setting", "Active model", "This model"]}
        rows={riskSettings.map((setting) => {
          const { before, after } = withoutTelemetry.denyRate[setting];
          return [settingNames[setting], percent(before), percent(after)];
        })}
      />
    </Section>
  );
}
