/** What a model's newest challenge has shown: both models side by side. */

import type {
  GuestShare,
  RateRatio,
  ChallengeResults as Results,
  ShownChallenge,
  SideResults,
} from "../../../http/dashboard-api/models/challenge.ts";
import { endReason } from "../../../storage/port/challenges.ts";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/page.tsx";
import { Figures } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { decimal, percent, whole } from "./report/report-numbers.ts";
import { useChallenge } from "./use-models.ts";

/** Renders nothing for a model that never was a challenger in this project. */
export function ChallengeResults({ model }: { model: string }) {
  const { data } = useChallenge(model);
  if (!data?.challenge || !data.results) return null;
  const { challenge, results } = data;
  const champion = `${challenge.championName}@${challenge.championVersion}`;
  return (
    <Card
      title="Challenge results"
      beside={
        <p>
          Since <Time at={challenge.startedAt} />, this model decides for {percent(challenge.share)}{" "}
          of the guests, and {champion} for the others. A guest is an e-mail address.
        </p>
      }
    >
      <div className="body stack">
        <Standing challenge={challenge} />
        <Sides results={results} names={{ challenger: model, champion }} />
        <Ratios results={results} />
        {results.leftOut > 0 && (
          <p className="muted small">
            Left out, since a list or another model decided: {whole(results.leftOut)}.
          </p>
        )}
      </div>
    </Card>
  );
}

function Standing({ challenge: { endedAt, endedBecause, until } }: { challenge: ShownChallenge }) {
  if (endedAt === null) {
    return (
      <p>
        Running. It ends by itself if this model is worse, and <Time at={until} /> at the latest.
      </p>
    );
  }
  const isWorse = endedBecause === "fraud" || endedBecause === "denials";
  return (
    <Notice variant={isWorse ? "warn" : "ok"}>
      It ended <Time at={endedAt} />: {endReason(endedBecause)}.
    </Notice>
  );
}

function Sides({
  results,
  names,
}: {
  results: Results;
  names: Record<"challenger" | "champion", string>;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    <section className="scroll" aria-label="Both models side by side" tabIndex={0}>
      <Figures columns={["Model", "Bookings", "Guests", "Denied", "Fraud among allowed"]}>
        <Side name={names.challenger} part="challenger" side={results.challenger} />
        <Side name={names.champion} part="active model" side={results.champion} />
      </Figures>
    </section>
  );
}

function Side({ name, part, side }: { name: string; part: string; side: SideResults }) {
  return (
    <tr>
      <th scope="row">
        {name} <span className="badge">{part}</span>
      </th>
      <td>{whole(side.bookings)}</td>
      <td>{whole(side.guests)}</td>
      <td>
        <Share of={side.denied} />
      </td>
      <td>
        <Share of={side.fraud} />
      </td>
    </tr>
  );
}

function Share({ of: { guests, share, low, high } }: { of: GuestShare }) {
  if (share === null) return <>–</>;
  return (
    <>
      {percent(share)}{" "}
      <span className="muted small">
        {percent(low)} to {percent(high)}; {whole(guests)}
      </span>
    </>
  );
}

function Ratios({ results: { fraud, denials } }: { results: Results }) {
  return (
    <p>
      Relative to the active model, with 95% intervals that are valid at any time: fraud{" "}
      {ratioText(fraud)}, denials {ratioText(denials)}.
    </p>
  );
}

function ratioText({ estimate, low, high }: RateRatio): string {
  if (low === 0 && high === null) return "not known yet";
  const ends = `${decimal(low, 2)} to ${high === null ? "any" : decimal(high, 2)}`;
  return estimate === null ? `unknown (${ends})` : `${decimal(estimate, 2)} times (${ends})`;
}
