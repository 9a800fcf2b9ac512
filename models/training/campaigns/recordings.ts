/** One recorded visit for many people, and a collection id that the service has never heard of. */
import { dayMs, minuteMs } from "../../../src/base/durations.ts";
import { homeIp } from "../simulator/ip-addresses.ts";
import { personOf } from "../simulator/people.ts";
import { randomOf } from "../simulator/random.ts";
import { replay } from "../simulator/replay.ts";
import { as, book, merchantFor, planOf, type View, views, withInventedId } from "./bookings.ts";
import { type Campaign, type Case, deniedAtLeast, neverAbove } from "./case.ts";

const replays = 10;

function replayedWith(device: "the same device id" | "new device ids"): Case {
  const line = { name: "from the 3rd on", goals: [deniedAtLeast(0.9)] };
  return {
    name: `a recorded visit replayed ${replays} times, ${device}`,
    campaigns: 8,
    lastsMs: 3 * dayMs,
    lines: [line],
    *play(stage): Campaign {
      const { random } = stage;
      const plan = planOf(random, merchantFor(stage, "with script"), stage.at);
      const { home } = plan.person;
      let { at } = stage;
      const recorded = book(random, plan, at).sent;
      const recording = { telemetry: recorded.telemetry, at };
      yield { at, sent: recorded };
      const moves = random.chance(0.5);
      const scores: number[] = [];
      for (let i = 0; i < replays; i++) {
        at += Math.round(Math.min(6 * 60, random.around(30, 1.2)) * minuteMs) + minuteMs;
        const other = as(planOf(random, plan.merchant, at), personOf(random, home));
        const { sent } = book(random, { ...other, browser: null }, at);
        const deviceId = device === "new device ids" ? `dev_${random.code(16)}` : undefined;
        const ip = moves && !plan.merchant.proxied ? homeIp(random, home) : undefined;
        const again = replay(random, recording, sent, { at, deviceId, ip });
        scores.push((yield { at, sent: again }).score);
      }
      return [{ line: line.name, scores: scores.slice(2) }];
    },
  };
}

/** How much less the unknown id costs. */
function lineOf(view: View): string {
  return view === "with script" ? "where pages have the script" : "at any merchant";
}

const invented: Case = {
  name: "an invented collection id against none",
  campaigns: 15,
  lastsMs: 0,
  lines: views.map((view) => ({ name: lineOf(view), goals: [neverAbove(0)] })),
  *play(stage): Campaign {
    const { random, seed, at } = stage;
    const findings = [];
    for (const view of views) {
      const plan = { ...planOf(random, merchantFor(stage, view), at), browser: null };
      const { sent } = book(randomOf(`${seed}/visit`), plan, at);
      const none = yield { at, sent, probe: true };
      const unknown = yield { at, sent: withInventedId(random, sent), probe: true };
      findings.push({ line: lineOf(view), points: [none.score - unknown.score] });
    }
    return findings;
  },
};

export const recordingCases: readonly Case[] = [
  replayedWith("the same device id"),
  replayedWith("new device ids"),
  invented,
];
