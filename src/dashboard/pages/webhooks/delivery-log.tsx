import { useState } from "react";
import type { WebhookDelivery } from "../../../projects/webhooks/deliveries.ts";
import type { WebhookEndpoint } from "../../../projects/webhooks/endpoints.ts";
import { webhookLimits } from "../../../projects/webhooks/limits.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField } from "../../components/field.tsx";
import { EmptyState, ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useDeliveries, useRefreshWebhooks } from "./use-webhooks.ts";

/** What is asked to be sent again: one event to one endpoint, or all that an endpoint did not get. */
type Replay = Pick<WebhookDelivery, "eventId" | "endpointId"> | { endpointId: string };

const all = "";

export function DeliveryLog({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const project = useProject();
  const [endpointId, setEndpointId] = useState(all);
  const [replay, setReplay] = useState<Replay | null>(null);
  const log = useDeliveries(endpointId === all ? null : endpointId);
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const urls = new Map(endpoints.map((one) => [one.endpointId, one.url]));
  const canReplay = (id: string) =>
    can(project, "webhook.set") &&
    endpoints.some((one) => one.endpointId === id && one.status === "enabled");
  return (
    <Card
      title="Deliveries"
      beside={
        <>
          {endpoints.length > 1 && (
            <SelectField
              label="Endpoint"
              value={endpointId}
              onChange={setEndpointId}
              options={[
                { value: all, label: "All endpoints" },
                ...endpoints.map((one) => ({ value: one.endpointId, label: one.url })),
              ]}
            />
          )}
          {endpointId !== all && canReplay(endpointId) && (
            <Button onClick={() => setReplay({ endpointId })}>Send undelivered events again</Button>
          )}
        </>
      }
    >
      {log.error && <ErrorNotice error={log.error} retry={() => void log.refetch()} />}
      {log.isPending && <SkeletonRows />}
      {log.data && deliveries.length === 0 && (
        <EmptyState icon="list" title="No deliveries yet">
          Deliveries are listed here for {webhookLimits.logDays} days.
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <DeliveryTable
          deliveries={deliveries}
          urls={urls}
          onReplay={(one) => (canReplay(one.endpointId) ? () => setReplay(one) : null)}
        />
      )}
      {log.hasNextPage && (
        <footer>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show more
          </Button>
        </footer>
      )}
      {replay && <ReplayDialog replay={replay} onClose={() => setReplay(null)} />}
    </Card>
  );
}

function DeliveryTable({
  deliveries,
  urls,
  onReplay,
}: {
  deliveries: readonly WebhookDelivery[];
  urls: ReadonlyMap<string, string>;
  onReplay: (delivery: WebhookDelivery) => (() => void) | null;
}) {
  return (
    <Table
      kind="webhooks deliveries"
      columns={["Event", "Endpoint", "Happened", "Result"]}
      actions="Actions"
    >
      {deliveries.map((one) => {
        const replay = one.state === "waiting" ? null : onReplay(one);
        return (
          <tr key={`${one.eventId} ${one.endpointId}`}>
            <td className="name">
              <div className="stack tight">
                <span>{one.type}</span>
                <code className="muted small">{one.eventId}</code>
              </div>
            </td>
            <td data-label="Endpoint">
              <bdi className="url small">{urls.get(one.endpointId) ?? one.endpointId}</bdi>
            </td>
            <td data-label="Happened">
              <Time at={one.happenedAt} />
            </td>
            <td data-label="Result">
              <Result delivery={one} />
            </td>
            <td className="end">
              {replay && (
                <Button variant="plain" icon="turn" onClick={replay}>
                  Send again
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const stateTexts: Readonly<Record<string, string>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  dropped: "Dropped",
};

function Result({ delivery }: { delivery: WebhookDelivery }) {
  const { state, attempts, status, error, tookMs, nextAttemptAt } = delivery;
  const answer = error ?? (status === null ? null : `Answered ${status} in ${tookMs} ms`);
  return (
    <div className="stack tight">
      <span className="badge">{stateTexts[state] ?? state}</span>
      {answer && <span className="small">{answer}</span>}
      {attempts > 1 && <span className="muted small">{attempts} attempts</span>}
      {nextAttemptAt && attempts > 0 && (
        <span className="muted small">
          Next attempt <Time at={nextAttemptAt} />
        </span>
      )}
    </div>
  );
}

function ReplayDialog({ replay, onClose }: { replay: Replay; onClose: () => void }) {
  const { projectId } = useProject();
  const refresh = useRefreshWebhooks();
  const isOne = "eventId" in replay;
  const send = async () => {
    const { endpointId } = replay;
    const what = isOne ? { endpointId, eventId: replay.eventId } : { endpointId };
    const { replayed } = await unwrap(api.projects({ projectId }).webhooks.replay.post(what));
    await refresh();
    showToast(replayed === 1 ? "1 event is sent again" : `${replayed} events are sent again`);
  };
  return (
    <ConfirmDialog
      title={isOne ? "Send the event again?" : "Send undelivered events again?"}
      action="Send again"
      onConfirm={send}
      onClose={onClose}
    >
      <p>
        {isOne
          ? "It keeps its event ID, by which your server recognises it."
          : `Events that failed or were dropped, oldest first, at most ${webhookLimits.replayed} at once. Each keeps its event ID.`}
      </p>
    </ConfirmDialog>
  );
}
