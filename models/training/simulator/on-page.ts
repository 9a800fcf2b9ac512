/** What is done on any page: moving, clicking, swiping, looking away. */
import type { Hand } from "./hands.ts";
import { pointerSums } from "./pointing.ts";
import type { Random } from "./random.ts";
import type { Tab } from "./tab.ts";
import { touchSums } from "./touching.ts";

/** Moves and clicks, or taps and swipes, as the browser has a mouse or a screen to touch. */
export function handle(random: Random, tab: Tab, hand: Hand, moves: number, clicks: number): void {
  const { touch, input } = tab.browser;
  const swipes = touch ? countOf(random, hand.scrolls / 2) : 0;
  const touches = touch ? clicks + swipes : 0;
  const wandering = touch ? 0 : moves;
  if (wandering + clicks + touches === 0) return;
  // A page's own click() has neither a press nor a place.
  const [trusted, untrusted] = hand.scriptSubmit ? [0, clicks] : [touch ? 0 : clicks, 0];
  const sums = pointerSums(random, hand.pointing, input, wandering, trusted);
  tab.note({ ...sums, clicks, touches, untrusted });
  const touched = touch && touchSums(random, input, clicks, swipes);
  if (touched) tab.note(touched);
}

export function countOf(random: Random, mean: number): number {
  return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) + 0.3 * mean)));
}

/** At another tab, a list, or prices elsewhere. */
export function lookAway(tab: Tab, ms: number): void {
  tab.note({ kind: "visibility", state: "hidden" });
  tab.flush();
  tab.wait(ms);
  tab.note({ kind: "visibility", state: "visible" });
}
