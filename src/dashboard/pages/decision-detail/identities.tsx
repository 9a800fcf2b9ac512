/** By what the booking is linked with others: each value, how often it was seen, and with what outcome. */
import { Link } from "wouter";
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import type { Linked } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { type LinkKind, linkLimits } from "../../../storage/port/search.ts";
import { useProject } from "../../api/session.ts";
import { formatListUrl } from "../decision-list/list-url.ts";
import { identityPath } from "../identity/identity-path.ts";
import { capital, countryName, identityLabels, identityOrder } from "./format.ts";
import { useLinkedDecisions } from "./use-decision.ts";

export function Identities({ decision }: { decision: DecisionDetail }) {
  const { projectId } = useProject();
  const { data } = useLinkedDecisions();
  const { decisionId, hotel, request, visitor } = decision;
  const amount = request.groups
    .flatMap(({ fields }) => fields)
    .find(({ path }) => path === "booking.totalAmount")?.value;
  const values = new Map(decision.identities.map(({ kind, value }) => [kind, value]));
  // Without the permission to see guests' data there are counts, and no values.
  const kinds = identityOrder.filter(
    (kind) => values.has(kind) || data?.counts.some((one) => one.kind === kind),
  );
  return (
    <section className="card decision-identities" aria-label="Guest, device and stay">
      <dl>
        {kinds.map((kind) => {
          const value = values.get(kind);
          return (
            <div key={kind}>
              <dt>{capital(identityLabels[kind])}</dt>
              <dd>
                <Link href={identityPath(projectId, decisionId, kind)}>
                  {value ? <bdi>{value}</bdi> : "All bookings with it"}
                </Link>
                {kind === "ip" && <Network network={visitor.network} />}
              </dd>
              <dd className="seen">{data && <Seen kind={kind} linked={data} />}</dd>
            </div>
          );
        })}
        <div>
          <dt>Hotel</dt>
          <dd>
            <Link href={`/p/${projectId}/decisions${formatListUrl({ hotel: hotel.name })}`}>
              <bdi>{hotel.name}</bdi>
            </Link>
          </dd>
          <dd className="seen">{amount ?? countryName(hotel.country)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Network({ network }: Pick<DecisionDetail["visitor"], "network">) {
  const parts = [
    network?.country && countryName(network.country),
    network?.kind,
    network?.anonymous && "VPN, proxy or Tor",
  ].filter(Boolean);
  return parts.length === 0 ? null : <span className="muted"> {parts.join(", ")}</span>;
}

/** Other bookings with the same value. Outcomes are those of the nearest in time, which are listed. */
function Seen({ kind, linked: { counts, decisions } }: { kind: LinkKind; linked: Linked }) {
  const { ever = 0, within = 0 } = counts.find((one) => one.kind === kind) ?? {};
  if (ever === 0) return <span className="muted">not seen before</span>;
  const others = decisions.filter(({ shares }) => shares.includes(kind));
  const count = (is: (one: (typeof others)[number]) => boolean) => others.filter(is).length;
  const denied = count(({ suggestedAction }) => suggestedAction === "deny");
  const fraud = count(({ outcome }) => outcome === "fraud" || outcome === "chargeback");
  const legitimate = count(({ outcome }) => outcome === "legitimate");
  const total = ever >= linkLimits.counted ? `${ever} or more` : ever;
  return (
    <>
      <span title={`${within} within 30 days`}>
        {total} {ever === 1 ? "other" : "others"}
      </span>
      {ever > others.length && <span className="muted">, of the nearest {others.length}</span>}
      {denied > 0 && `, ${denied} denied`}
      {fraud > 0 && (
        <>
          , <b className="is-fraud">{fraud} fraud</b>
        </>
      )}
      {legitimate > 0 && `, ${legitimate} genuine`}
    </>
  );
}
