import { useEffect, useRef } from "react";
import { useProject } from "../../api/session.ts";
import { ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { CallStep } from "./call-step.tsx";
import { KeysStep } from "./keys-step.tsx";
import { NextStep } from "./next-steps.tsx";
import { OutcomeStep } from "./outcome-step.tsx";
import { ScriptStep } from "./script-step.tsx";
import { useMadeKeys } from "./use-new-keys.ts";
import { type Start, useStart } from "./use-start.ts";

export default function GettingStartedPage() {
  const project = useProject();
  const start = useStart(true);
  return (
    <Page
      title="Getting started"
      lead="From nothing to a scored booking. This page watches, and ticks off what has arrived."
    >
      {project.archivedAt && (
        <Notice variant="warn">This project is archived: all its keys are refused.</Notice>
      )}
      {start.error && <ErrorNotice error={start.error} retry={() => void start.refetch()} />}
      {start.isPending && (
        <div className="card">
          <SkeletonRows rows={6} />
        </div>
      )}
      {start.data && <Steps key={project.projectId} start={start.data} />}
    </Page>
  );
}

function Steps({ start }: { start: Start }) {
  const made = useMadeKeys();
  useSayArrivals(start);
  return (
    <ol className="steps start">
      <KeysStep start={start} made={made} />
      <ScriptStep start={start} made={made} />
      <CallStep start={start} made={made} />
      <OutcomeStep start={start} />
      <NextStep />
    </ol>
  );
}

/** What arrives while the page is open is said aloud, once. */
function useSayArrivals({ script, calls, reported }: Start): void {
  const seen = useRef({ script, calls, reported });
  useEffect(() => {
    const before = seen.current;
    if (script && !before.script) showToast("The first visit has arrived");
    if (calls && !before.calls) showToast("The first booking is scored");
    if (reported && !before.reported) showToast("The first outcome is there");
    seen.current = { script, calls, reported };
  }, [script, calls, reported]);
}
