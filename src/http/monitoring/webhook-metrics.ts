/** What waits for delivery to webhooks, of all projects, read at each scrape. */
import { webhookLimits } from "../../projects/webhooks/limits.ts";
import type { Store } from "../../storage/port/store.ts";
import type { WebhookBacklog } from "../../storage/port/webhooks.ts";
import { readMetric } from "./histogram.ts";

export function webhookMetrics({ webhooks }: Pick<Store, "webhooks">) {
  let reading: Promise<WebhookBacklog> | null = null;
  /** Both metrics of one scrape ask at once, and the database is asked once. */
  const backlog = () => {
    reading ??= webhooks.backlog(webhookLimits.counted).finally(() => {
      reading = null;
    });
    return reading;
  };
  return [
    readMetric(
      {
        name: "booking_risk_webhooks_waiting",
        help: `Deliveries to webhooks that wait for an attempt, counted up to ${webhookLimits.counted}.`,
        type: "gauge",
      },
      async () => [{ labels: {}, value: (await backlog()).waiting }],
    ),
    readMetric(
      {
        name: "booking_risk_webhooks_oldest_timestamp_seconds",
        help: "When the oldest event happened whose delivery waits, in seconds since 1970; absent if none does.",
        type: "gauge",
      },
      async () => {
        const { oldestAt } = await backlog();
        return oldestAt === null ? [] : [{ labels: {}, value: oldestAt / 1000 }];
      },
    ),
  ];
}
