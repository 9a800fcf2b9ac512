import { useEffect, useRef } from "react";
import { useProject } from "../../api/session.ts";
import { ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { CallStep } from "./call-step.tsx";
import { KeysStep } from "./keys-step.tsx";
import { NextSteps } from "./next-steps.tsx";
import { OutcomeStep } from "./outcome-step.tsx";
import { ScriptStep } from "./script-step.tsx";
import { useNewKeys } from "./use-new-keys.ts";
import { type Start, useStart } from "./use-start.ts";

export default function GettingStartedPage() {
  const project = useProject();
  const start = useStart(true);
  return (
    <Page
      title="Getting started"
      lead="Score your first booking. Each step is marked as done when its first data arrives."
    >
      {project.archivedAt && (
        <Notice variant="warn">This project is archived. All of its keys are rejected.</Notice>
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
  const newKeys = useNewKeys();
  useArrivalToasts(start);
  return (
    <ol className="steps start">
      <KeysStep start={start} newKeys={newKeys} />
      <ScriptStep start={start} newKeys={newKeys} />
      <CallStep start={start} newKeys={newKeys} />
      <OutcomeStep start={start} />
      <NextSteps />
    </ol>
  );
}

/** Announces data that arrives while the page is open. */
function useArrivalToasts({ script, calls, reported }: Start): void {
  const last = useRef({ script, calls, reported });
  useEffect(() => {
    const before = last.current;
    if (script && !before.script) showToast("First visit received");
    if (calls && !before.calls) showToast("First booking scored");
    if (reported && !before.reported) showToast("First outcome received");
    last.current = { script, calls, reported };
  }, [script, calls, reported]);
}
