/** Where the project's events are sent, and their deliveries. */
import { useState } from "react";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import { useWebhooks } from "./use-webhooks.ts";

export default function WebhooksPage() {
  const project = useProject();
  const [isNew, setNew] = useState(false);
  const { data: endpoints, error, isPending, refetch } = useWebhooks();
  const canSet = can(project, "webhook.set");
  return (
    <Page
      title="Webhooks"
      lead="Signed requests that tell your server what happens in the project, in the format of Standard Webhooks."
      action={
        canSet && (
          <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
            Add endpoint
          </Button>
        )
      }
    >
      <section className="card" aria-label="Endpoints">
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {isPending && <SkeletonRows />}
        {endpoints?.length === 0 && (
          <EmptyState icon="globe" title="No endpoints yet">
            Add the URL at which your server receives events, such as a denied booking.
          </EmptyState>
        )}
        {endpoints && endpoints.length > 0 && <EndpointTable endpoints={endpoints} />}
      </section>
      <DeliveryLog endpoints={endpoints ?? []} />
      {isNew && canSet && <NewEndpoint onClose={() => setNew(false)} />}
    </Page>
  );
}
