/** One decision: all that is known of it, on one page. */
import { useParams } from "wouter";
import { ApiProblem } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Features } from "./features.tsx";
import { dayText, plural } from "./format.ts";
import { Journey } from "./journey.tsx";
import { Linked } from "./linked-decisions.tsx";
import { Model } from "./model.tsx";
import { Reasons } from "./reasons.tsx";
import { Request } from "./request.tsx";
import { Head } from "./summary.tsx";
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
  ["why", "Why"],
  ["request", "Request"],
  ["visit", "Visit"],
  ["linked", "Linked"],
  ["features", "Features"],
  ["model", "Model"],
] as const;

function Decision() {
  const { data, error, isPending, refetch } = useDecision();
  if (error instanceof ApiProblem && error.status === 404) return <NoDecision />;
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
  const { hotel, stay, guest } = data;
  const nights = plural(stay.nights, "night");
  return (
    <Page
      title={hotel.name}
      lead={
        <>
          {guest && `${guest.name}, `}
          {dayText(stay.checkIn)} to {dayText(stay.checkOut)}, {nights}
        </>
      }
    >
      <div className="decision">
        <Head of={data} />
        <nav className="decision-sections" aria-label="On this page">
          {sections.map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <Reasons of={data} />
        <div className="decision-pair" id="request">
          <Request of={data.request} />
          <Visitor of={data.visitor} />
        </div>
        <Journey of={data} />
        <Linked of={data} />
        <Features />
        <Model of={data} />
      </div>
    </Page>
  );
}

function NoDecision() {
  const project = useProject();
  return (
    <Page title="Decision">
      <EmptyState
        icon="search"
        title="There is no such decision in this project"
        action={
          <LinkButton to={`/p/${project.projectId}/decisions`}>Look in all decisions</LinkButton>
        }
      >
        The identifier may be mistyped, or the decision is of another project: switch the project at
        the top and look it up there. A decision's identifier begins with dec_.
      </EmptyState>
    </Page>
  );
}
