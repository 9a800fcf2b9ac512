/** `booking-risk webhook add | show | test | rotate | enable | disable | archive | deliveries | replay` */
import type { Command } from "commander";
import {
  listDeliveries,
  replayDeliveries,
  type WebhookDelivery,
} from "../projects/webhooks/deliveries.ts";
import {
  addWebhook,
  archiveWebhook,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookEnabled,
  testWebhook,
  type WebhookDeps,
  type WebhookEndpoint,
} from "../projects/webhooks/endpoints.ts";
import { eventTypeNames } from "../projects/webhooks/event-types.ts";
import { webhookLimits } from "../projects/webhooks/limits.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, CommandFailed, counted, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };
type AddFlags = Flags & { url: string; event?: string[]; description?: string };
type LogFlags = Flags & { endpoint?: string; cursor?: string };
type ReplayFlags = Flags & { endpoint?: string; event?: string };

const project = ["--project <id>", "the project"] as const;

export function webhookCommands(program: Command): void {
  const webhook = program
    .command("webhook")
    .description("Send a project's events to your server, signed");
  webhook
    .command("add")
    .description("Add an endpoint and print the secret that its events are signed with, once")
    .requiredOption(...project)
    .requiredOption("--url <url>", "where events are sent, over HTTPS")
    .option("--event <type...>", `some of ${eventTypeNames.join(", ")} (default: all)`)
    .option("--description <text>", `up to ${webhookLimits.description} characters`)
    .addHelpText(
      ...examples("webhook add --project prj_Zk3x9Qw1Ab --url https://hooks.example.com/risk"),
    )
    .action((flags: AddFlags) => add(flags));
  webhook
    .command("show")
    .description("List a project's endpoints, without their secrets")
    .requiredOption(...project)
    .addHelpText(...examples("webhook show --project prj_Zk3x9Qw1Ab"))
    .action((flags: Flags) => show(flags));
  ofEndpoint(webhook, "test", "Send a test event, and wait for the running service to deliver it")
    .addHelpText(...examples("webhook test whe_4fGh2KqLm8Np0RsT --project prj_Zk3x9Qw1Ab"))
    .action((endpointId: string, flags: Flags) => test(endpointId, flags));
  ofEndpoint(
    webhook,
    "rotate",
    `Print a new secret. The previous one also signs for another ${webhookLimits.overlapHours} hours`,
  )
    .addHelpText(...examples("webhook rotate whe_4fGh2KqLm8Np0RsT --project prj_Zk3x9Qw1Ab"))
    .action((endpointId: string, flags: Flags) => rotate(endpointId, flags));
  for (const enabled of [true, false]) {
    const name = enabled ? "enable" : "disable";
    const about = enabled
      ? "Send events to a disabled endpoint again, those from now on"
      : "Send nothing to an endpoint until it is enabled; what waits for it is dropped";
    ofEndpoint(webhook, name, about)
      .addHelpText(...examples(`webhook ${name} whe_4fGh2KqLm8Np0RsT --project prj_Zk3x9Qw1Ab`))
      .action((endpointId: string, flags: Flags) => setEnabled(endpointId, flags, enabled));
  }
  ofEndpoint(webhook, "archive", "End an endpoint for good; its log stays")
    .addHelpText(...examples("webhook archive whe_4fGh2KqLm8Np0RsT --project prj_Zk3x9Qw1Ab"))
    .action((endpointId: string, flags: Flags) => archive(endpointId, flags));
  deliveryCommands(webhook);
}

function deliveryCommands(webhook: Command): void {
  webhook
    .command("deliveries")
    .description(
      `Print the deliveries of events and their results, the newest first, ${webhookLimits.page} at a time`,
    )
    .requiredOption(...project)
    .option("--endpoint <id>", "only to this endpoint")
    .option("--cursor <text>", "the next page, as the one before says")
    .addHelpText(...examples("webhook deliveries --project prj_Zk3x9Qw1Ab"))
    .action((flags: LogFlags) => deliveries(flags));
  webhook
    .command("replay")
    .description(
      "Send again, with the same event ID: one event, or what an endpoint did not get, at most " +
        `${webhookLimits.replayed} at once`,
    )
    .requiredOption(...project)
    .option("--event <id>", "this event")
    .option("--endpoint <id>", "to this endpoint only; without --event, all that it did not get")
    .addHelpText(
      ...examples("webhook replay --project prj_Zk3x9Qw1Ab --endpoint whe_4fGh2KqLm8Np0RsT"),
    )
    .action((flags: ReplayFlags) => replay(flags));
}

const ofEndpoint = (webhook: Command, name: string, description: string) =>
  webhook
    .command(name)
    .description(description)
    .argument("<endpoint-id>")
    .requiredOption(...project);

async function add(flags: AddFlags): Promise<void> {
  const { project: projectId, url, event: events, description } = flags;
  const input = { projectId, url, events, description };
  const added = await withDeps(flags, (deps) => addWebhook(deps, operatingSystemUser(), input));
  answer(flags.json, added, () => [
    added.secret,
    `This is the signing secret of ${added.endpointId}. It is not shown again. Events from now on are sent to ` +
      `${added.url}: ${added.events.join(", ")}.`,
  ]);
}

async function show(flags: Flags): Promise<void> {
  const endpoints = await withDeps(flags, (deps) => listWebhooks(deps, flags.project));
  answer(flags.json, endpoints, () =>
    endpoints.length === 0 ? ["The project has no webhook endpoints."] : endpointLines(endpoints),
  );
}

function endpointLines(endpoints: readonly WebhookEndpoint[]): string[] {
  return table(
    ["ENDPOINT", "STATUS", "URL", "EVENTS", "ADDED", "BY", "DESCRIPTION"],
    endpoints.map((one) => [
      one.endpointId,
      one.status,
      one.url,
      one.events.join(" "),
      one.createdAt,
      one.createdBy,
      one.description,
    ]),
  );
}

/** How long the command waits for the service, ms: an attempt, and the time until it is noticed. */
const testMsMax = webhookLimits.attemptMs + 5000;
const lookEveryMs = 250;

async function test(endpointId: string, flags: Flags): Promise<void> {
  const { project: projectId } = flags;
  const delivery = await withDeps(flags, async (deps) => {
    const params = { projectId, endpointId };
    const { eventId } = await testWebhook(deps, operatingSystemUser(), params);
    return attempted(deps, { ...params, eventId });
  });
  answer(flags.json, delivery, () => [
    delivery.state === "delivered"
      ? `Event ${delivery.eventId} was delivered: the endpoint answered ${delivery.status} in ${delivery.tookMs} ms.`
      : `Event ${delivery.eventId} was not delivered: ${problemOf(delivery)}.`,
  ]);
  if (delivery.state !== "delivered")
    throw new CommandFailed("the endpoint did not take the event");
}

/** The delivery, once its first attempt has ended. @throws CommandFailed */
async function attempted(
  deps: WebhookDeps,
  { projectId, endpointId, eventId }: { projectId: string; endpointId: string; eventId: string },
): Promise<WebhookDelivery> {
  const deadline = performance.now() + testMsMax;
  while (performance.now() < deadline) {
    const { deliveries } = await listDeliveries(deps, { projectId, endpointId });
    const found = deliveries.find((one) => one.eventId === eventId);
    if (found?.lastAttemptAt) return found;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new CommandFailed(
    "no service has delivered the event yet; it is delivered as soon as one runs on this data: " +
      "booking-risk serve",
  );
}

const problemOf = ({ status, error }: WebhookDelivery) =>
  error ?? (status === null ? "no attempt was made" : `the endpoint answered ${status}`);

async function rotate(endpointId: string, flags: Flags): Promise<void> {
  const params = { projectId: flags.project, endpointId };
  const rotated = await withDeps(flags, (deps) =>
    rotateWebhookSecret(deps, operatingSystemUser(), params),
  );
  answer(flags.json, rotated, () => [
    rotated.secret,
    `This is the new signing secret of ${endpointId}. It is not shown again. The previous one also signs until ` +
      `${rotated.previousSecretUntil}.`,
  ]);
}

async function setEnabled(endpointId: string, flags: Flags, enabled: boolean): Promise<void> {
  const input = { projectId: flags.project, endpointId, enabled };
  const endpoint = await withDeps(flags, (deps) =>
    setWebhookEnabled(deps, operatingSystemUser(), input),
  );
  answer(flags.json, endpoint, () => [
    enabled
      ? `Endpoint ${endpointId} is enabled. It gets the events from now on.`
      : `Endpoint ${endpointId} is disabled. Nothing is sent to it until it is enabled.`,
  ]);
}

async function archive(endpointId: string, flags: Flags): Promise<void> {
  const params = { projectId: flags.project, endpointId };
  const endpoint = await withDeps(flags, (deps) =>
    archiveWebhook(deps, operatingSystemUser(), params),
  );
  answer(flags.json, endpoint, () => [`Endpoint ${endpointId} is archived. It gets nothing more.`]);
}

async function deliveries(flags: LogFlags): Promise<void> {
  const { project: projectId, endpoint: endpointId, cursor } = flags;
  const page = await withDeps(flags, (deps) =>
    listDeliveries(deps, { projectId, endpointId, cursor }),
  );
  answer(flags.json, page, () => [
    ...(page.deliveries.length === 0 ? ["There are no deliveries."] : logLines(page.deliveries)),
    ...(page.next === null ? [] : [`There are more: --cursor ${page.next}`]),
  ]);
}

function logLines(deliveries: readonly WebhookDelivery[]): string[] {
  return table(
    ["EVENT", "ENDPOINT", "TYPE", "HAPPENED", "STATE", "ATTEMPTS", "LAST ANSWER", "NEXT"],
    deliveries.map((one) => [
      one.eventId,
      one.endpointId,
      one.type,
      one.happenedAt,
      one.state,
      `${one.attempts}`,
      one.error ?? (one.status === null ? "" : `${one.status}`),
      one.nextAttemptAt ?? "",
    ]),
  );
}

async function replay(flags: ReplayFlags): Promise<void> {
  const { project: projectId, endpoint: endpointId, event: eventId } = flags;
  const input = { projectId, endpointId: endpointId ?? null, eventId: eventId ?? null };
  const result = await withDeps(flags, (deps) =>
    replayDeliveries(deps, operatingSystemUser(), input),
  );
  answer(flags.json, result, () => [
    `${counted(result.replayed, "delivery", "deliveries")} will be made again.`,
  ]);
}
