import { integers } from "../../components/charts/number-format.ts";
import { Time } from "../../components/time.tsx";
import { sayLength } from "./format-duration.ts";
import type { Figures } from "./overview-data.ts";
import { WideTable } from "./scroll-table.tsx";

const rows = [
  { of: "p50", name: "Half of all answers" },
  { of: "p95", name: "95 of 100" },
  { of: "p99", name: "99 of 100" },
] as const;

/** What `/metrics` measures of `POST /v1/risk`. */
export function AnswerTimes({ times }: { times: Figures["answerTimes"] }) {
  const { lately, sinceStart, longest } = times;
  return (
    <section className="card" aria-labelledby="answer-times">
      <header>
        <div>
          <h2 id="answer-times">Answer times</h2>
          <p>
            How long POST /v1/risk took in this process, for all projects. Started{" "}
            <Time at={new Date(times.startedAt).toISOString()} />; “lately” is since{" "}
            <Time at={new Date(times.latelyFrom).toISOString()} />.
          </p>
        </div>
      </header>
      <WideTable label="Answer times, as a table">
        <thead>
          <tr>
            <td />
            <th scope="col">Lately</th>
            <th scope="col">Since the start</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ of, name }) => (
            <tr key={of}>
              <th scope="row">{name}, at most</th>
              <td>{sayLength(lately[of], longest)}</td>
              <td>{sayLength(sinceStart[of], longest)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Answers</th>
            <td>{integers.format(lately.answers)}</td>
            <td>{integers.format(sinceStart.answers)}</td>
          </tr>
        </tbody>
      </WideTable>
    </section>
  );
}
