/** Starts a replay of a model, and how far it is. */
import { useMutation } from "@tanstack/react-query";
import type { ModelReplays } from "../../../http/dashboard-api/models/replays.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { ErrorNotice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { useRefreshModels } from "./use-models.ts";

/** Fraud is reported weeks later: the last month alone has few known frauds. */
export const replayedDays = 180;

interface Props {
  replays: ModelReplays;
}

/** Starts a replay of a model in the project of the page; nothing while one is running. */
export function StartReplay({
  model,
  replays: { running, isWaiting, isBusy },
}: Props & { model: string }) {
  const { projectId } = useProject();
  const refresh = useRefreshModels();
  const start = useMutation({
    mutationFn: async () => {
      await unwrap(
        api.projects({ projectId }).models({ model }).replays.post({ days: replayedDays }),
      );
      await refresh();
    },
  });
  if (running || isWaiting) return null;
  return (
    <div className="stack tight">
      <Button icon="turn" busy={start.isPending || isBusy} onClick={() => start.mutate()}>
        Replay the last {replayedDays} days
      </Button>
      {isBusy && (
        <span className="muted small">
          A replay of another model is running or waits in this project.
        </span>
      )}
      {start.error && <ErrorNotice error={start.error} />}
    </div>
  );
}

export function ReplayProgress({ replays: { running, isWaiting } }: Props) {
  if (isWaiting) {
    return (
      <div className="body" role="status">
        This replay starts when a replay of another project has ended.
      </div>
    );
  }
  if (!running) return null;
  const { done, decisions, startedAt, projectId } = running;
  return (
    <div className="body stack tight" role="status">
      <div className="row between">
        <span>
          Replaying {projectId === null ? "all projects" : "this project"}:{" "}
          {integers.format(decisions)} decisions so far
        </span>
        <span className="muted small">
          started <Time at={startedAt} />
        </span>
      </div>
      <progress max={1} value={done} aria-label="Replay progress" />
    </div>
  );
}
