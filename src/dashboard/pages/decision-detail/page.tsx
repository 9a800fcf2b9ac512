/** The page of a single decision. */
import { useParams } from "wouter";
import type { DecisionDetail } from "../../../dashboard-api/decision-detail/detail.ts";
import { ApiProblem } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { Features } from "./features.tsx";
import { formatDay, plural } from "./format.ts";
import { Journey } from "./journey.tsx";
import { LinkedDecisions } from "./linked-decisions.tsx";
import { Model } from "./model.tsx";
import { Reasons } from "./reasons.tsx";
import { Request } from "./request.tsx";
import { Summary } from "./summary.tsx";
import { DecisionContext, useDecision } from "./use-decision.ts";
import { Visitor } from "./visitor.tsx";

export default function DecisionPage() {
  const { decisionId = "" } = useParams<{ decisionId: string }>();
  return (
    <DecisionContext value={decisionId} key={decisionId}>
      <Decision />
    </DecisionContext>
  );
}

const sections = [
  ["why", "Reasons"],
  ["request", "Request"],
  ["visit", "Visit"],
  ["linked", "Linked decisions"],
  ["features", "Features"],
  ["model", "Model"],
] as const;

/** Of which nothing is left once the retention of a decision has ended. */
const removedSections: ReadonlySet<string> = new Set(["request", "visit", "linked"]);

function Decision() {
  const { data, error, isPending, refetch } = useDecision();
  if (error instanceof ApiProblem && error.status === 404) return <NotFound />;
  if (error && !data) {
    return (
      <Page title="Decision">
        <ErrorNotice error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (isPending) {
    return (
      <Page title="Decision">
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      </Page>
    );
  }
  const { hotel, guest, isBlanked } = data;
  return (
    // The guest's name is not part of the title, which browsers keep in their history.
    <Page
      title={isBlanked ? "Decision" : `Booking at ${hotel.name}`}
      heading={
        guest ? <bdi>{guest.name}</bdi> : isBlanked ? "Decision" : `Booking at ${hotel.name}`
      }
      lead={isBlanked ? undefined : <Stay decision={data} />}
    >
      <DecisionSections decision={data} />
    </Page>
  );
}

/** The hotel, unless it is in the heading, and the nights. */
export function Stay({ decision: { hotel, stay, guest } }: { decision: DecisionDetail }) {
  return (
    <>
      {guest && <bdi>{`${hotel.name}, `}</bdi>}
      {formatDay(stay.checkIn)} to {formatDay(stay.checkOut)}, {plural(stay.nights, "night")}
    </>
  );
}

/** All that is known of a decision, in a `DecisionContext`. */
export function DecisionSections({ decision: data }: { decision: DecisionDetail }) {
  const { isBlanked } = data;
  return (
    <>
      {isBlanked && (
        <Notice>
          The retention of this decision has ended. The guest, the booking and the visit were
          removed; the score, its reasons, the features and the outcome remain.
        </Notice>
      )}
      <div className="decision">
        <Summary decision={data} />
        <SectionLinks isBlanked={isBlanked} />
        <Reasons denyFrom={data.denyFrom} />
        {!isBlanked && (
          <>
            <div className="decision-pair" id="request">
              <Request request={data.request} />
              <Visitor visitor={data.visitor} />
            </div>
            <Journey score={data.riskScore} />
            <LinkedDecisions decision={data} />
          </>
        )}
        <Features />
        <Model decision={data} />
      </div>
    </>
  );
}

function SectionLinks({ isBlanked }: { isBlanked: boolean }) {
  const shown = sections.filter(([id]) => !(isBlanked && removedSections.has(id)));
  return (
    <nav className="decision-sections" aria-label="On this page">
      {shown.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function NotFound() {
  const project = useProject();
  return (
    <Page title="Decision not found">
      <EmptyState
        icon="search"
        title="This project has no decision with that ID"
        action={
          <LinkButton to={`/p/${project.projectId}/decisions`}>View all decisions</LinkButton>
        }
      >
        Check the ID, which starts with dec_. If the decision belongs to another project, switch to
        that project first.
      </EmptyState>
    </Page>
  );
}
