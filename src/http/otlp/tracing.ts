/**
 * Traces of scoring requests. A sampled request notes times while it is answered; its spans are made
 * afterwards. Nothing of a guest and no key is in them.
 */
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import {
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { version } from "../../base/version.ts";
import type { StageTimes } from "../../risk/decide.ts";
import { idOfRequest } from "../monitoring/request-log.ts";
import type { RequestTrace, Tracing } from "../monitoring/request-trace.ts";

export const traceLimits = {
  /**
   * Traces a second. Callers choose what is traced (`traceparent`), and each trace takes some 0.2 ms
   * of the thread that answers: these take 2 % of it.
   */
  perSecond: 100,
  /** Spans that wait or are being sent, 1 kB each. One more trace is dropped. */
  spansQueued: 2048,
  /** Spans in one export; encoding them takes 1 ms, for which answers wait. */
  spansAtOnce: 128,
} as const;

const spanName = "POST /v1/risk";

/** The stages of a request, in their order: each begins where the one before it ends. */
export const stages = [
  "authenticate",
  "read",
  "identify",
  "history",
  "features",
  "score",
  "commit",
] as const;

/** One for each stage, and the request's own. */
const spansOfTrace = stages.length + 1;

export interface TracingDeps {
  resource: Resource;
  /** The part of the requests that is traced where the caller does not say, 0 to 1. */
  ratio: number;
  /** @returns a processor that calls `exported` with the number of spans that have left the queue. */
  processor: (exported: (spans: number) => void) => SpanProcessor;
  /** A sampled request is not traced: too many are, or too many spans wait. */
  dropped: (reason: "rate" | "queue") => void;
}

export function openTracing({ resource, ratio, processor, dropped }: TracingDeps) {
  let queued = 0;
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      processor((spans) => {
        queued -= spans;
      }),
    ],
  });
  const tracer = provider.getTracer("booking-risk", version);
  const second = { at: Number.NEGATIVE_INFINITY, traces: 0 };

  function hasRoom(now: number): boolean {
    if (now - second.at >= 1000) Object.assign(second, { at: now, traces: 0 });
    second.traces += 1;
    if (second.traces > traceLimits.perSecond) dropped("rate");
    else if (queued + spansOfTrace > traceLimits.spansQueued) dropped("queue");
    else return true;
    return false;
  }

  const tracing: Tracing = {
    begin(request, projectId, startedAt) {
      const at = performance.now();
      const epoch = Date.now() - at;
      const parent = parentOf(request);
      const options = { kind: SpanKind.SERVER, startTime: epoch + startedAt };
      const span = tracer.startSpan(spanName, options, parent);
      if (!span.isRecording() || !hasRoom(at)) return null;
      queued += spansOfTrace;
      span.setAttributes({
        "http.request.method": "POST",
        "http.route": "/v1/risk",
        "booking_risk.request_id": idOfRequest(request),
        "booking_risk.project_id": projectId,
      });
      return recordingTrace(span, [startedAt, at], (times, endedAt) => {
        const stageTimes = times.map((time) => epoch + time);
        queued -= spansOfTrace - endSpans(tracer, span, parent, stageTimes, epoch + endedAt);
      });
    },
  };
  return { tracing, stop: () => provider.shutdown() };
}

/** The caller's span, of which only `traceparent` is read: other headers may have anything in them. */
function parentOf(request: Request): Context {
  const sent = request.headers.get("traceparent");
  const parent = sent === null ? null : parseTraceParent(sent);
  if (parent === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/**
 * @param times when the first stage began and ended.
 * @param end called after the response, with the times at which stages began and ended.
 */
function recordingTrace(
  span: Span,
  times: number[],
  end: (times: readonly number[], endedAt: number) => void,
): RequestTrace {
  const timed: StageTimes = (start, history, features, model, committed) => {
    times.push(start, history, features, model, committed);
  };
  return {
    timed,
    validated: () => void times.push(performance.now()),
    decided(decisionId, replayed) {
      span.setAttributes({
        "booking_risk.decision_id": decisionId,
        "booking_risk.replayed": replayed,
      });
    },
    answered(status, code) {
      const endedAt = performance.now();
      span.setAttribute("http.response.status_code", status);
      if (code !== null) span.setAttribute("error.type", code);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      setImmediate(end, times, endedAt);
    },
  };
}

/**
 * @param times Unix ms, at which stages began and ended.
 * @returns the number of spans.
 */
function endSpans(
  tracer: Tracer,
  span: Span,
  parent: Context,
  times: readonly number[],
  endedAt: number,
): number {
  const context = trace.setSpan(parent, span);
  const ended = stages.slice(0, times.length - 1);
  for (const [i, stage] of ended.entries()) {
    tracer.startSpan(stage, { startTime: times[i]! }, context).end(times[i + 1]!);
  }
  span.end(endedAt);
  return ended.length + 1;
}
