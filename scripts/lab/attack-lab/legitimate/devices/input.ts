/**
 * Mouse and keyboard input at the X server, which the browser cannot distinguish from real devices. One
 * xdotool process per visit reads the commands and keeps the timing between them.
 */
import type { Random } from "../../../../../models/training/simulator/random.ts";
import type { Display } from "./display.ts";
import { type Point, stroke } from "./mouse-stroke.ts";
import { type KeyEvent, keystrokes, type Typist } from "./typing.ts";

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Input {
  /** Moves to a point in the box other than its exact centre, and clicks. */
  click(box: Box): Promise<void>;
  /** Moves the pointer within the area, as people do while reading. */
  wander(area: Box): Promise<void>;
  /** Scrolls by notches of the wheel; negative is up. */
  wheel(notches: number): Promise<void>;
  type(text: string, typist: Typist): Promise<void>;
  /** Presses a key or chord, such as `Tab` or `ctrl+v`, `times` times. */
  press(key: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Habits {
  random: Random;
  /** Duration factor: 1 is ordinary, above is slower. */
  tempo: number;
}

export function openInput(screen: Display, { random, tempo }: Habits): Input {
  const tool = xdotool(screen.display);
  // The initial position of the pointer on an X server.
  let at: Point = { x: screen.size.width / 2, y: screen.size.height / 2 };
  const strays = random.between(0.1, 0.95);
  const pressMs = random.around(102, 0.2);
  const pause = (low: number, high: number) => sleepLine(random.between(low, high) * tempo);

  function moveTo(goal: Point, width: number): string[] {
    const lines: string[] = [];
    for (const { x, y, ms } of stroke(random, at, goal, { width, tempo, strays })) {
      const line = `mousemove ${onScreen(x, screen.size.width)} ${onScreen(y, screen.size.height)}`;
      lines.push(line, sleepLine(ms));
    }
    at = goal;
    return lines;
  }

  return {
    click: (box) =>
      tool.run([
        ...moveTo(somewhereIn(random, box), Math.min(box.width, box.height * 2)),
        pause(60, 220),
        "mousedown 1",
        sleepLine(Math.max(45, random.around(pressMs, 0.25))),
        "mouseup 1",
        pause(40, 120),
      ]),
    wander: (area) => tool.run(moveTo(somewhereIn(random, area), 120)),
    wheel: (notches) => tool.run(turns(random, notches)),
    type: (text, typist) => tool.run(timed(keystrokes(random, text, typist))),
    press: (key, times = 1) =>
      tool.run(
        Array.from({ length: times }, () => [
          `keydown ${key}`,
          sleepLine(random.between(50, 110)),
          `keyup ${key}`,
          pause(110, 320),
        ]).flat(),
      ),
    stop: tool.stop,
  };
}

const onScreen = (place: number, size: number) =>
  Math.max(0, Math.min(size - 1, Math.round(place)));

/** A point between the centre and the edge, and never exactly at the centre. */
function somewhereIn(random: Random, { x, y, width, height }: Box): Point {
  const aside = () => random.between(0.06, 0.3) * (random.chance(0.5) ? 1 : -1);
  return { x: x + width * (0.5 + aside()), y: y + height * (0.5 + aside()) };
}

/** The wheel turns in groups of a few notches with pauses between them. */
function turns(random: Random, notches: number): string[] {
  const button = notches < 0 ? 4 : 5;
  const lines: string[] = [];
  for (let left = Math.abs(notches), stretch = 0; left > 0; left--) {
    if (stretch-- <= 0) {
      stretch = random.int(2, 4);
      if (lines.length) lines.push(sleepLine(random.between(180, 420)));
    }
    lines.push(`click ${button}`, sleepLine(random.between(35, 110)));
  }
  return lines;
}

function timed(events: readonly KeyEvent[]): string[] {
  let now = 0;
  return events.flatMap(({ at, action, key }) => {
    const wait = at - now;
    now = at;
    return [...(wait > 0 ? [sleepLine(wait)] : []), `${action} ${key}`];
  });
}

const sleepLine = (ms: number) => `sleep ${(ms / 1000).toFixed(4)}`;

/** An xdotool process that reads commands from a pipe; `run` resolves after the last command. */
function xdotool(display: string) {
  const child = Bun.spawn(["xdotool", "-"], {
    env: { ...process.env, DISPLAY: display },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const answers = child.stdout.getReader();
  return {
    async run(lines: readonly string[]): Promise<void> {
      // The output of the last command shows that all earlier ones are done.
      child.stdin.write(`${[...lines, "getmouselocation"].join("\n")}\n`);
      await child.stdin.flush();
      const { done } = await answers.read();
      if (done) throw new Error("xdotool or its display has exited");
    },
    async stop(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
