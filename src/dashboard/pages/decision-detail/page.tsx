/** The page of a single decision. */
import { useParams } from "wouter";
import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { ApiProblem } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { Folded } from "../../components/folded.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { Features } from "./features.tsx";
import { formatDay, plural } from "./format.ts";
import { Identities } from "./identities.tsx";
import { Ids } from "./ids.tsx";
import { Journey } from "./journey.tsx";
import { LinkedDecisions } from "./linked-decisions.tsx";
import { Model } from "./model.tsx";
import { Reasons } from "./reasons.tsx";
import { Request } from "./request.tsx";
import { Strip } from "./strip.tsx";
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

/**
 * All that is known of a decision, in a `DecisionContext`.
 * @param isOpenCase whether the verdict is given beside it.
 */
export function DecisionSections({
  decision: data,
  isOpenCase = false,
}: {
  decision: DecisionDetail;
  isOpenCase?: boolean;
}) {
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
        <div className="decision-first">
          <Summary decision={data} isOpenCase={isOpenCase} />
          {!isBlanked && <Identities decision={data} />}
          {!isBlanked && <Strip decision={data} />}
        </div>
        <Ids decision={data} />
        <Folded id="why" title="Reasons in full">
          <Reasons denyFrom={data.denyFrom} />
        </Folded>
        {!isBlanked && (
          <>
            <Folded id="request" title="Request">
              <Request request={data.request} />
            </Folded>
            <Folded id="visit" title="Visit and device">
              <Visitor visitor={data.visitor} />
              <Journey score={data.riskScore} />
            </Folded>
            <Folded id="linked" title="Linked decisions">
              <LinkedDecisions decision={data} />
            </Folded>
          </>
        )}
        <Folded id="features" title="Features">
          <Features />
        </Folded>
        <Folded id="model" title="Model">
          <Model decision={data} />
        </Folded>
      </div>
    </>
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
