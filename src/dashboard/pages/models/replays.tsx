/** The replays of a model: past decisions scored again, with a verdict on the result. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import type { DataPlace } from "../../../dashboard-api/data-place.ts";
import type { ListedReplay, ModelReplays } from "../../../dashboard-api/models/replays.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { integers } from "../../components/charts/number-format.ts";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { WhereToRun } from "../../components/where-to-run.tsx";
import { commandsFor } from "./commands.ts";
import { useModelPermissions } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { useRefreshModels, useReplays } from "./use-models.ts";

/** Fraud is reported weeks later: the last month alone has few known frauds. */
const days = 180;

interface Props {
  model: string;
  place: DataPlace;
  /** Not retired. */
  isUsable: boolean;
}

export function Replays({ model, place, isUsable }: Props) {
  const replays = useReplays(model);
  const permissions = useModelPermissions();
  return (
    <section className="card replays" aria-label="Replays">
      <header>
        <div>
          <h2>Replays</h2>
          <p>Past decisions scored again with this model, to show what it would have changed.</p>
        </div>
        {permissions.here && isUsable && replays.data && (
          <StartButton model={model} replays={replays.data} />
        )}
      </header>
      {replays.error && <ErrorNotice error={replays.error} retry={() => void replays.refetch()} />}
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.data && (
        <>
          <Progress replays={replays.data} />
          {replays.data.failedAt && (
            <div className="body">
              <Notice variant="danger">
                The last replay stopped with an error <Time at={replays.data.failedAt} />. See the
                service log for the reason.
              </Notice>
            </div>
          )}
          {replays.data.replays.length > 0 && (
            <ReplayTable model={model} replays={replays.data.replays} />
          )}
          <ReplayCommand {...{ model, place }} isFirst={replays.data.replays.length === 0} />
        </>
      )}
    </section>
  );
}

interface ReplaysProps {
  replays: ModelReplays;
}

function StartButton({
  model,
  replays: { running, isWaiting, isBusy },
}: ReplaysProps & { model: string }) {
  const { projectId } = useProject();
  const refresh = useRefreshModels();
  const start = useMutation({
    mutationFn: async () => {
      await unwrap(api.projects({ projectId }).models({ model }).replays.post({ days }));
      await refresh();
    },
  });
  if (running || isWaiting) return null;
  return (
    <div className="stack tight">
      <Button icon="turn" busy={start.isPending || isBusy} onClick={() => start.mutate()}>
        Replay the last {days} days
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

function Progress({ replays: { running, isWaiting } }: ReplaysProps) {
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

function ReplayTable({ model, replays }: { model: string; replays: readonly ListedReplay[] }) {
  const urls = useModelUrls();
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Result</th>
          <th>Project</th>
          <th>Period</th>
          <th>When</th>
          <th>
            <span className="visually-hidden">Report</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {replays.map((replay) => (
          <tr key={replay.replayId}>
            <td>
              <VerdictBadge {...replay} />
            </td>
            <td data-label="Project">{replay.projectName ?? "all projects"}</td>
            <td data-label="Period">
              {replay.from ? (
                <>
                  from <Time at={replay.from} />
                </>
              ) : (
                "from the first decision"
              )}
              {replay.to && (
                <>
                  {" "}
                  to <Time at={replay.to} />
                </>
              )}
            </td>
            <td data-label="When">
              <Time at={replay.finishedAt ?? replay.startedAt} />
            </td>
            <td className="end">
              {replay.mayOpen && <Link href={urls.report(model, replay.replayId)}>Report</Link>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function VerdictBadge({ passed }: Pick<ListedReplay, "passed">) {
  if (passed === null) return <span className="badge">not finished</span>;
  return passed ? (
    <span className="badge ok">passed</span>
  ) : (
    <span className="badge danger">did not pass</span>
  );
}

/** The command for replays with other options than the button has. */
function ReplayCommand({
  model,
  place,
  isFirst,
}: Pick<Props, "model" | "place"> & { isFirst: boolean }) {
  const { projectId } = useProject();
  const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const text = commandsFor({ projectId, ...place }).replay(model, from);
  return (
    <div className="body stack tight replay-command">
      <p className="muted">
        {isFirst && "No replays yet. A model that passes one can be promoted. "}
        To choose the period, prices and limits, run this <WhereToRun {...place} />:
      </p>
      <CopyField text={text} label="the command" />
    </div>
  );
}
