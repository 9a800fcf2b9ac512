/** Everything about one guest, device, card, address or phone, which is named by a decision that has it. */
import { Link, useParams } from "wouter";
import type { ShownIdentityPage } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { linkKinds } from "../../../storage/port/search.ts";
import { ApiProblem } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { capital, identityLabels, plural } from "../decision-detail/format.ts";
import { ChooseColumns } from "../decision-list/choose-columns.tsx";
import { useColumns } from "../decision-list/columns.tsx";
import { ExportButton } from "../decision-list/export.tsx";
import { Decisions } from "../decision-list/list.tsx";
import { useListLocation } from "../decision-list/list-url.ts";
import { ActsOnAll } from "./acts-on-all.tsx";
import { Counts } from "./counts.tsx";
import { LinkedIdentities } from "./linked-identities.tsx";
import { type OfDecision, useIdentity, viewOf } from "./use-identity.ts";

export default function IdentityPage() {
  const { decisionId = "", kind: named } = useParams<{ decisionId: string; kind: string }>();
  const kind = linkKinds.find((one) => one === named);
  if (kind === undefined) return <NotFound />;
  return <Identity key={`${kind} ${decisionId}`} of={{ decisionId, kind }} />;
}

function Identity({ of }: { of: OfDecision }) {
  const { data, error, isPending, refetch } = useIdentity(of);
  const title = `Bookings with the same ${identityLabels[of.kind]}`;
  if (error instanceof ApiProblem && error.status === 404) return <NotFound />;
  return (
    // The value is not part of the title, which browsers keep in their history.
    <Page
      title={title}
      heading={data?.value ? <bdi>{data.value}</bdi> : title}
      lead={data && <Lead identity={data} />}
    >
      {error && !data && <ErrorNotice error={error} retry={() => void refetch()} />}
      {isPending && (
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      )}
      {data && (
        <div className="identity">
          <div className="stack">
            <Counts identity={data} />
            <ActsOnAll of={of} identity={data} />
          </div>
          <LinkedIdentities identity={data} />
          <Bookings of={of} />
        </div>
      )}
    </Page>
  );
}

function Lead({ identity }: { identity: ShownIdentityPage }) {
  const { projectId } = useProject();
  const { kind, decisions, isCapped, firstAt, lastAt, entries } = identity;
  const bookings = isCapped ? `${decisions} bookings or more` : plural(decisions, "booking");
  return (
    <>
      {capital(identityLabels[kind])}. {bookings}, the first <Time at={firstAt} />, the last{" "}
      <Time at={lastAt} />.{" "}
      {entries.map((entry) => (
        <Link
          key={entry.entryId}
          className={`badge ${entry.kind === "deny" ? "danger" : entry.kind === "allow" ? "ok" : "warn"}`}
          href={`/p/${projectId}/lists?list=${entry.kind}`}
          title={entry.reason}
        >
          on the {entry.kind} list
        </Link>
      ))}
    </>
  );
}

/** As the list of decisions shows them. */
function Bookings({ of }: { of: OfDecision }) {
  const location = { ...useListLocation(), view: viewOf(of) };
  const columns = useColumns(can(useProject(), "guest.read"));
  return (
    <section aria-label="Bookings" className="stack">
      <div className="row between">
        <h2>Bookings</h2>
        <div className="row">
          <ChooseColumns columns={columns} />
          <ExportButton view={location.view} />
        </div>
      </div>
      <Decisions
        location={location}
        columns={columns.shown}
        failure={(error, retry) => <ErrorNotice error={error} retry={retry} />}
      />
    </section>
  );
}

function NotFound() {
  const { projectId } = useProject();
  return (
    <Page title="Nothing found">
      <EmptyState
        icon="search"
        title="The decision has nothing of that kind"
        action={<LinkButton to={`/p/${projectId}/decisions`}>View all decisions</LinkButton>}
      >
        It may be of another project, or the guest's data was removed. A new decision can be found
        after a second.
      </EmptyState>
    </Page>
  );
}
