/** A model's replays: what it would have said of decisions that were made, and how that was judged. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ListedReplay, ModelReplays } from "../../../dashboard-api/models/replays.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { commandsFor } from "./commands.ts";
import { useRights } from "./model-menu.tsx";
import { usePlaces } from "./model-urls.ts";
import { useRefreshModels, useReplays } from "./use-models.ts";

const days = 30;

interface Props {
  model: string;
  dataFolder: string | null;
  /** Not retired. */
  isUsable: boolean;
}

export function Replays({ model, dataFolder, isUsable }: Props) {
  const replays = useReplays(model);
  const rights = useRights();
  return (
    <section className="card replays" aria-label="Replays">
      <header>
        <div>
          <h2>Replays</h2>
          <p>
            Decisions that were made, scored again by this model: what would have been different.
          </p>
        </div>
        {rights.here && isUsable && replays.data && <Start model={model} of={replays.data} />}
      </header>
      {replays.error && <ErrorNotice error={replays.error} retry={() => void replays.refetch()} />}
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.data && (
        <>
          <UnderWay of={replays.data} />
          {replays.data.failedAt && (
            <div className="body">
              <Notice variant="danger">
                The last one failed, <Time at={replays.data.failedAt} />. The service's log says
                why.
              </Notice>
            </div>
          )}
          {replays.data.replays.length > 0 && (
            <ReplayTable model={model} replays={replays.data.replays} />
          )}
          <ByCommand {...{ model, dataFolder }} isFirst={replays.data.replays.length === 0} />
        </>
      )}
    </section>
  );
}

function Start({ model, of: { running, isBusy } }: { model: string; of: ModelReplays }) {
  const { projectId } = useProject();
  const refresh = useRefreshModels();
  const start = useMutation({
    mutationFn: async () => {
      await unwrap(api.projects({ projectId }).models({ model }).replays.post({ days }));
      await refresh();
    },
  });
  if (running) return null;
  return (
    <div className="stack tight">
      <Button icon="turn" busy={start.isPending || isBusy} onClick={() => start.mutate()}>
        Replay on the last {days} days
      </Button>
      {isBusy && <span className="muted small">Another model's replay is under way.</span>}
      {start.error && <ErrorNotice error={start.error} />}
    </div>
  );
}

function UnderWay({ of: { running } }: { of: ModelReplays }) {
  if (!running) return null;
  const { done, decisions, startedAt, projectId } = running;
  return (
    <div className="body stack tight" role="status">
      <div className="row between">
        <span>
          A replay on {projectId === null ? "all projects" : "this project"} is under way:{" "}
          {decisions.toLocaleString("en")} decisions so far
        </span>
        <span className="muted small">
          begun <Time at={startedAt} />
        </span>
      </div>
      <progress max={1} value={done} aria-label="How far the replay has come" />
    </div>
  );
}

function ReplayTable({ model, replays }: { model: string; replays: readonly ListedReplay[] }) {
  const places = usePlaces();
  return (
    <table className="table">
      <thead>
        <tr>
          <th>Verdict</th>
          <th>On the decisions of</th>
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
            <td data-label="Of">{replay.projectName ?? "all projects"}</td>
            <td data-label="Period">
              {replay.from ? (
                <>
                  from <Time at={replay.from} />
                </>
              ) : (
                "from the first"
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
              {replay.mayOpen && <Link href={places.report(model, replay.replayId)}>Report</Link>}
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

/** With a folder for the report, other periods, prices and limits than the button has. */
function ByCommand({
  model,
  dataFolder,
  isFirst,
}: Pick<Props, "model" | "dataFolder"> & { isFirst: boolean }) {
  const { projectId } = useProject();
  const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const text = commandsFor({ projectId, dataFolder }).replay(model, from);
  return (
    <div className="body stack tight by-command">
      <p className="muted">
        {isFirst && "No replay yet. A model that passes one may be promoted without more ado. "}
        With your own period, prices and limits, on the service's machine:
      </p>
      <CopyField text={text} label="the command" />
    </div>
  );
}
