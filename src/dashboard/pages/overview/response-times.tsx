import { Card } from "../../components/card.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { numberFormat } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";
import type { Overview } from "./overview-data.ts";
import { ScrollTable } from "./scroll-table.tsx";

const rows = [
  { percentile: "p50", name: "Median (p50)" },
  { percentile: "p95", name: "p95" },
  { percentile: "p99", name: "p99" },
] as const;

/** The response times of `POST /v1/risk`, as in `/metrics`. */
export function ResponseTimes({ times }: { times: Overview["answerTimes"] }) {
  const { lately, sinceStart, longest } = times;
  return (
    <Card
      title="Response times"
      lead={
        <>
          POST /v1/risk in this process, for all projects. The process started{" "}
          <Time at={new Date(times.startedAt).toISOString()} />. {recentText(times)}
        </>
      }
    >
      <ScrollTable label="Response times" columns={["", "Recent", "Since start"]}>
        {rows.map(({ percentile, name }) => (
          <tr key={percentile}>
            <th scope="row">{name}</th>
            <td>{formatSeconds(lately[percentile], longest)}</td>
            <td>{formatSeconds(sinceStart[percentile], longest)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Requests</th>
          <td>{integers.format(lately.answers)}</td>
          <td>{integers.format(sinceStart.answers)}</td>
        </tr>
      </ScrollTable>
    </Card>
  );
}

function recentText({ startedAt, latelyFrom }: Overview["answerTimes"]): string {
  if (latelyFrom === startedAt) return "“Recent” is all of that time.";
  const minutes = Math.max(1, Math.round((Date.now() - latelyFrom) / 60_000));
  return `“Recent” covers the last ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

const twoDigits = numberFormat({ maximumSignificantDigits: 2 });

/** @param longest the end of the histogram, in seconds: times from there on are only known as longer. */
export function formatSeconds(seconds: number | null, longest: number | null): string {
  if (seconds === null) return "–";
  const text = seconds < 1 ? `${twoDigits(seconds * 1000)} ms` : `${twoDigits(seconds)} s`;
  return longest !== null && seconds >= longest ? `${text} or more` : text;
}
