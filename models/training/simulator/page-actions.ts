/** Actions that can occur on any page: moving, clicking, swiping, switching tabs. */
import type { TelemetryEvent } from "../../../src/attempt/telemetry/protocol.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Browser } from "./browsers.ts";
import { pointerSums } from "./pointer.ts";
import type { Random } from "./random.ts";
import type { Tab } from "./tab.ts";

/** Records moves and clicks, or taps and swipes, depending on the browser's input device. */
export function interact(
  random: Random,
  tab: Tab,
  behaviour: Behaviour,
  moves: number,
  clicks: number,
): void {
  const { touch, input } = tab.browser;
  const swipes = touch ? countOf(random, behaviour.scrolls / 2) : 0;
  const touches = touch ? clicks + swipes : 0;
  const wandering = touch ? 0 : moves;
  if (wandering + clicks + touches === 0) return;
  // A script's click() has neither a press nor coordinates.
  const [trusted, untrusted] = behaviour.scriptSubmit ? [0, clicks] : [touch ? 0 : clicks, 0];
  const sums = pointerSums(random, behaviour.pointing, input, wandering, trusted);
  tab.note({ ...sums, clicks, touches, untrusted });
  const touched = touch && touchSums(random, input, clicks, swipes);
  if (touched) tab.note(touched);
}

type TouchSums = Omit<Extract<TelemetryEvent, { kind: "touch" }>, "at" | "page">;

/** @returns what the browser reports for this many taps and swipes; null where there were none. */
function touchSums(
  random: Random,
  { sizesTouches }: Browser["input"],
  taps: number,
  swipes: number,
): TouchSums | null {
  if (taps + swipes === 0) return null;
  return {
    kind: "touch",
    taps,
    swipes,
    swipePx: Math.round(swipes * random.around(260, 0.35)),
    swipeMs: Math.round(swipes * random.around(230, 0.35)),
    sized: sizesTouches ? taps + swipes : 0,
  };
}

export function countOf(random: Random, mean: number): number {
  return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) + 0.3 * mean)));
}

/** The visitor looks at another tab or window for a while. */
export function switchTab(tab: Tab, ms: number): void {
  tab.note({ kind: "visibility", state: "hidden" });
  tab.flush();
  tab.wait(ms);
  tab.note({ kind: "visibility", state: "visible" });
}
