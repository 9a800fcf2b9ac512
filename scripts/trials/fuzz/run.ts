/** Sends generated requests to the running service and judges each response. */
import fc from "fast-check";
import { dashboardProblems, problems, scriptProblems } from "../../../src/http/problems/problem.ts";
import type { FuzzedRequest, Target } from "./targets.ts";

export interface Finding {
  target: string;
  why: string;
  status: number | null;
  request: { method: string; path: string; headers: Record<string, string>; body: string };
  response: string;
}

export interface TargetResult {
  target: string;
  cases: number;
  statuses: Record<string, number>;
  findings: Finding[];
}

/** A response takes longer than this only where something hangs, ms. */
const responseMsMax = 10_000;
const known = { ...problems, ...scriptProblems, ...dashboardProblems };
const shownCharacters = 500;
const atOnce = 8;

/** What no response may contain: a stack, a path of the machine, a statement. */
const leaks =
  /node_modules|\bat \S+ \(.*:\d+:\d+\)|\/\$bunfs|SQLITE_|\bSELECT \S+ FROM\b|\/(tmp|root|home)\//;

/** @param seed the same seed sends the same requests. */
export async function fuzz(
  url: string,
  target: Target,
  { cases, seed }: { cases: number; seed: number },
): Promise<TargetResult> {
  const requests = fc.sample(target.requests, { numRuns: cases, seed });
  const result: TargetResult = { target: target.name, cases, statuses: {}, findings: [] };
  const queue = [...requests];
  const worker = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      await judge(url, target.name, request, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return result;
}

async function judge(
  url: string,
  target: string,
  request: FuzzedRequest,
  result: TargetResult,
): Promise<void> {
  let status: number | null = null;
  let text = "";
  let why: string | null;
  try {
    const { method, path, headers, body } = request;
    const response = await fetch(url + path, {
      method,
      headers,
      body: body as string | null,
      redirect: "manual" as const,
      signal: AbortSignal.timeout(responseMsMax),
    });
    status = response.status;
    text = await response.text();
    why = fault(response, text);
  } catch (error) {
    why = `no response: ${error}`;
  }
  const shown = String(status);
  result.statuses[shown] = (result.statuses[shown] ?? 0) + 1;
  if (why === null) return;
  const body = request.body === null ? "" : Buffer.from(request.body as string).toString("latin1");
  result.findings.push({
    target,
    why,
    status,
    response: text.slice(0, shownCharacters),
    request: { ...request, body: body.slice(0, shownCharacters) },
  });
}

/** What is wrong with a response; null where nothing is. */
function fault(response: Response, text: string): string | null {
  const { status, headers } = response;
  if (status >= 500) return `status ${status}`;
  if (status === 200 || status === 201) return null;
  if (leaks.test(text)) return "the response shows something internal";
  if (status < 400 || text === "") return null;
  if (!headers.get("content-type")?.startsWith("application/problem+json")) {
    return `an error as ${headers.get("content-type")}`;
  }
  const problem = JSON.parse(text) as { code?: string; status?: number; title?: string };
  if (problem.status !== status) return "the problem's status differs from the response's";
  if (!problem.title || !problem.code || !(problem.code in known)) return "an unknown code";
  return null;
}
