/**
 * A verdict with what follows from it: entries of lists, and the open cases of the same identities, which get the same
 * verdict. It is confirmed once, and each part has its result.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListableValue } from "../../../decisions/lists/decision-values.ts";
import { neverAllowed } from "../../../decisions/lists/limits.ts";
import type { LinkedCase } from "../../../http/dashboard-api/review.ts";
import type { FinalVerdict } from "../../../storage/port/reviews.ts";
import { ApiProblem, api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { RadioCards } from "../../components/field.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { type Part, PartsDialog } from "../../components/parts-dialog.tsx";
import { decisionApi } from "../decision-detail/use-decision.ts";
import { BookingLabel } from "../decision-list/bulk/dialog.tsx";
import { EntryFields, kindTitles, typeLabels, useEntry } from "../lists/entry-fields.tsx";
import { LinkedCases } from "./linked-cases.tsx";
import { verdictLabels } from "./verdicts.ts";

const choices = [
  {
    value: "fraud",
    label: verdictLabels.fraud,
    description: "Reported as the outcome, unless one has been reported already.",
  },
  {
    value: "good",
    label: verdictLabels.good,
    description: "A genuine guest, even if the booking was denied.",
  },
] as const;

interface Props {
  decisionId: string;
  /** The number of the claim that the user has; absent: the case is claimed first, and added to the queue where it is not in it. */
  claim?: number;
  onCancel: () => void;
  onDone: () => void;
}

export function VerdictDialog(props: Props) {
  const project = useProject();
  const { projectId } = project;
  const { decisionId } = props;
  const { key, endpoints } = decisionApi(projectId, decisionId);
  const mayList = can(project, "list.set");
  const values = useQuery({
    queryKey: [...key, "lists"],
    queryFn: () => unwrap(endpoints.lists.get()),
    enabled: mayList,
  });
  const linked = useQuery({
    queryKey: [...key, "linked-cases"],
    queryFn: () => unwrap(endpoints.review.linked.get()),
  });
  const [verdict, setVerdict] = useState<FinalVerdict | null>(null);
  const listing = useListing(values.data ?? []);
  const [cases, setCases] = useState<readonly LinkedCase[]>([]);
  const decide = useDecide();
  const choose = (next: FinalVerdict) => {
    setVerdict(next);
    listing.suggest(next);
  };
  const parts: Part[] = [
    {
      id: decisionId,
      label: "The verdict",
      isNeeded: true,
      act: () => decide({ decisionId, claim: props.claim, verdict: verdict! }),
    },
    ...listing.parts(decisionId),
    ...cases.map((one) => ({
      id: one.decisionId,
      label: <BookingLabel name={one.guest ?? one.hotel} at={one.bookedAt} />,
      act: () => decide({ decisionId: one.decisionId, verdict: verdict! }),
    })),
  ];
  const error = values.error ?? linked.error;
  return (
    <PartsDialog
      parts={parts}
      title="Verdict"
      action={parts.length > 1 ? `Save verdict and ${parts.length - 1} more` : "Save verdict"}
      isReady={verdict !== null && listing.isReady}
      wide
      onCancel={props.onCancel}
      onDone={props.onDone}
    >
      {error && <ErrorNotice error={error} />}
      <RadioCards label="Verdict" value={verdict} options={choices} onChange={choose} />
      {values.isLoading || linked.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          {mayList && <ListFields listing={listing} />}
          <LinkedCases cases={linked.data?.cases ?? []} chosen={cases} onChange={setCases} />
        </>
      )}
    </PartsDialog>
  );
}

/** @returns a function that gives the verdict of a case, and claims it first where no claim is given. */
function useDecide() {
  const { projectId } = useProject();
  return async (of: {
    decisionId: string;
    claim?: number | undefined;
    verdict: FinalVerdict;
  }): Promise<string> => {
    const { review } = api.projects({ projectId }).decisions({ decisionId: of.decisionId });
    const claimed = () => unwrap(review.claim.post());
    const claim =
      of.claim ??
      (
        await claimed().catch(async (error: unknown) => {
          if (!(error instanceof ApiProblem && error.status === 404)) throw error;
          await unwrap(review.post());
          return claimed();
        })
      ).claim!.number;
    await unwrap(review.verdict.post({ claim, verdict: of.verdict, opensNext: false }));
    return verdictLabels[of.verdict];
  };
}

/** The values of the decision that are listed, all with one entry's list, reason and end. */
function useListing(values: readonly ListableValue[]) {
  const entry = useEntry(null);
  const [types, setTypes] = useState<ReadonlySet<string>>(new Set());
  const chosen = values.filter(({ type }) => types.has(type));
  /** Whether one of them may not be in the allow list. */
  const restricted = chosen.find(({ type }) => neverAllowed.includes(type));
  return {
    values,
    chosen,
    entry,
    /** By what the list to choose from is limited. */
    type: (restricted ?? chosen[0])?.type ?? "email",
    isReady: chosen.length === 0 || entry.isReady,
    toggle(value: ListableValue) {
      const next = new Set(types);
      if (!next.delete(value.type)) {
        next.add(value.type);
        if (entry.kind === "allow" && neverAllowed.includes(value.type)) entry.setKind(null);
      }
      setTypes(next);
    },
    suggest(verdict: FinalVerdict) {
      entry.setKind(verdict === "fraud" ? "deny" : restricted ? null : "allow");
    },
    parts: (decisionId: string): Part[] =>
      chosen.map(({ type, value }) => ({
        id: type,
        label: (
          <>
            {typeLabels[type]}: <bdi>{value}</bdi>
          </>
        ),
        act: async () => {
          await entry.send({ type, value, decisionId });
          return "Added";
        },
      })),
  };
}

function ListFields({
  listing: { values, chosen, entry, type, toggle },
}: {
  listing: ReturnType<typeof useListing>;
}) {
  if (values.length === 0) return null;
  return (
    <>
      <fieldset className="field choice-rows">
        <legend>Add to a list</legend>
        {values.map((one) => (
          <label key={one.type}>
            <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
            <span>
              {typeLabels[one.type]}: <bdi>{one.value}</bdi>
              {one.entries.length > 0 && (
                <span className="muted small">
                  {" "}
                  (already on: {one.entries.map(({ kind }) => titleOf(kind)).join(", ")})
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 && <EntryFields entry={entry} type={type} errors={{}} />}
    </>
  );
}

const titleOf = (kind: string) => kindTitles[kind as keyof typeof kindTitles] ?? kind;
