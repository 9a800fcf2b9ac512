/** How far bookings have moved from those of earlier weeks, and what that does to decisions. */

import { ChartSkeleton } from "../../components/charts/chart.tsx";
import { ErrorNotice, Page } from "../../components/page.tsx";
import { useRange } from "../overview/range.ts";
import { RangePicker } from "../overview/range-picker.tsx";
import { DriftDetails, DriftOfDecisions } from "./details.tsx";
import { useDrift } from "./use-drift.ts";

export default function DriftPage() {
  const [range, setRange] = useRange();
  const drift = useDrift(range);
  return (
    <Page
      title="Drift"
      lead="Whether bookings still resemble those of earlier weeks, and whether that changes decisions."
      action={
        <div className="range-bar">
          <RangePicker range={range} onChange={setRange} />
        </div>
      }
    >
      {drift.error && <ErrorNotice error={drift.error} retry={() => void drift.refetch()} />}
      {drift.isPending && (
        <div className="card body">
          <ChartSkeleton height={240} />
        </div>
      )}
      {drift.data && (
        <>
          <DriftOfDecisions drift={drift.data} />
          <DriftDetails drift={drift.data} />
        </>
      )}
    </Page>
  );
}
