/**
 * Events that cannot be true. They are marked, not dropped: fabricated telemetry is a signal. Each
 * rule has a tolerance for what the browser script itself rounds.
 */
import type { TelemetryBatch, TelemetryEvent } from "./protocol.ts";

/** Browsers round their clocks to at most 100 ms, and a sum adds one rounding per key. */
const clockSlackMs = 1000;

/** The relative error of sums of rounded numbers. */
const rounding = 1.02;

type EventOf<K extends TelemetryEvent["kind"]> = Extract<TelemetryEvent, { kind: K }>;

/**
 * @returns the ways in which an event cannot be true, a word each; none for an ordinary event.
 *
 * | | |
 * |---|---|
 * | `later` | it happened after its batch was sent |
 * | `order` | its batch was sent before the collection started |
 * | `rhythm` | its times between keys, or of held keys, do not fit each other |
 * | `typing` | more corrections than keys and input events, which are their only causes |
 * | `focus` | more time between keys than the field had the focus |
 * | `path` | a path shorter than its straight line, or without a move |
 * | `clicks` | more clicks in the centre than clicks |
 * | `form` | more fields touched than filled |
 */
export function impossibilities(
  event: TelemetryEvent,
  { sentAt, startedAt }: Pick<TelemetryBatch, "sentAt" | "startedAt">,
): string[] {
  const ways: string[] = [];
  const elapsedMs = sentAt - startedAt;
  if (elapsedMs < -clockSlackMs) ways.push("order");
  else if (event.at > elapsedMs + clockSlackMs) ways.push("later");
  if (event.kind === "field") ofField(event, ways);
  if (event.kind === "pointer") ofPointer(event, ways);
  if (event.kind === "submit" && event.touchedFields > event.filledFields) ways.push("form");
  return ways;
}

function ofField(event: EventOf<"field">, ways: string[]): void {
  const { keys, corrections, inputs, focusMs, gapSumMs, gapSquareSum } = event;
  const { holds = 0, holdSumMs = 0, holdSquareSum } = event;
  const gaps = Math.max(0, keys - 1);
  const fits = areSums(gaps, gapSumMs, gapSquareSum) && areSums(holds, holdSumMs, holdSquareSum);
  if (!fits) ways.push("rhythm");
  // An on-screen keyboard deletes by input events, several for one key that is held down.
  if (corrections > keys + inputs) ways.push("typing");
  if (focusMs > 0 && gapSumMs > focusMs + clockSlackMs) ways.push("focus");
}

/** Whether `count` numbers can have this sum and this sum of squares (Cauchy–Schwarz). */
function areSums(count: number, sum: number, squareSum = (sum * sum) / Math.max(1, count)) {
  if (count === 0) return sum === 0 && squareSum === 0;
  const [least, most] = [Math.max(0, sum - 1), sum + 1]; // Either sum may be rounded.
  const isEnough = (squareSum + 1) * count * rounding >= least * least;
  return isEnough && squareSum <= most * most * rounding;
}

function ofPointer(event: EventOf<"pointer">, ways: string[]): void {
  const { moves, distancePx, directPx, clicks, centred } = event;
  if (directPx > distancePx * rounding + 1 || (moves === 0 && distancePx > 0)) ways.push("path");
  if (centred > clicks) ways.push("clicks");
}
