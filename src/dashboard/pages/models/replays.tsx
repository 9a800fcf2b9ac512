/** The replays of a model: past decisions scored again, with a verdict on the result. */
import { Link } from "wouter";
import type { DataPlace } from "../../../http/dashboard-api/data-place.ts";
import type { ListedReplay } from "../../../http/dashboard-api/models/replays.ts";
import { useProject } from "../../api/session.ts";
import { Card } from "../../components/card.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { WhereToRun } from "../../components/where-to-run.tsx";
import { commandsFor } from "./commands.ts";
import { useModelPermissions } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { ReplayProgress, replayedDays, StartReplay } from "./start-replay.tsx";
import { useReplays } from "./use-models.ts";

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
    <Card
      title="Replays"
      lead="Past decisions scored again with this model, to show what it would have changed."
      beside={
        permissions.here &&
        isUsable &&
        replays.data && <StartReplay model={model} replays={replays.data} />
      }
      kind="replays"
    >
      {replays.error && <ErrorNotice error={replays.error} retry={() => void replays.refetch()} />}
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.data && (
        <>
          <ReplayProgress replays={replays.data} />
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
          <ReplayCommand model={model} place={place} isFirst={replays.data.replays.length === 0} />
        </>
      )}
    </Card>
  );
}

function ReplayTable({ model, replays }: { model: string; replays: readonly ListedReplay[] }) {
  const urls = useModelUrls();
  return (
    <Table columns={["Result", "Project", "Period", "When"]} actions="Report">
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
    </Table>
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
  const from = new Date(Date.now() - replayedDays * 86_400_000).toISOString().slice(0, 10);
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
