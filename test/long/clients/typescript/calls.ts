/** The program of `client-program.ts` with the TypeScript client, as Node runs it. */
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import {
  ApiError,
  BookingRisk,
  type ListKind,
  type ListOptions,
  type NewListEntry,
  type OutcomeReport,
  type RiskRequest,
  type ScoreOptions,
  verifyWebhook,
} from "booking-risk-client";

interface Call extends ScoreOptions {
  baseUrl: string;
  secretKey: string;
  operation: string;
  request: RiskRequest;
  cutName?: number;
  decisionId: string;
  report: OutcomeReport;
  kind: ListKind;
  entry: NewListEntry;
  page: ListOptions;
  entryId: string;
  webhook: { body: string; headers: Record<string, string>; secret: string };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}

async function answer(call: Call) {
  let client: BookingRisk | undefined;
  try {
    client = new BookingRisk({ baseUrl: call.baseUrl, secretKey: call.secretKey });
    return { result: await made(client, call), printed: inspect(client, { depth: 9 }) };
  } catch (error) {
    const printed = inspect([client, error], { depth: 9, showHidden: true }) + String(error);
    return { error: described(error), printed };
  }
}

function made(client: BookingRisk, call: Call) {
  const { webhook } = call;
  if (webhook) return verifyWebhook(webhook.body, webhook.headers, webhook.secret);
  const { operation, request, decisionId, report, timeoutMs, maxRetries, idempotencyKey } = call;
  const options = { timeoutMs, maxRetries };
  if (operation === "getDecision") return client.getDecision(decisionId, options);
  if (operation === "reportOutcome") return client.reportOutcome(decisionId, report, options);
  const { kind, entry, page, entryId } = call;
  if (operation === "addListEntry") return client.addListEntry(kind, entry, options);
  if (operation === "listEntries") return client.listEntries(kind, { ...page, ...options });
  if (operation === "archiveListEntry") return client.archiveListEntry(kind, entryId, options);
  if (call.cutName !== undefined) {
    request.booker.firstName = request.booker.firstName.slice(0, call.cutName);
  }
  return client.score(request, { ...options, idempotencyKey });
}

function described(error: unknown) {
  const name = (error as Error).name;
  const nothing = { status: null, code: null, detail: null, requestId: null };
  if (!(error instanceof ApiError)) {
    return { class: name, ...nothing, retryAfterSeconds: null, errors: [] };
  }
  const { status, code, detail, requestId, retryAfterSeconds, errors } = error;
  return { class: name, status, code, detail, requestId, retryAfterSeconds, errors };
}
