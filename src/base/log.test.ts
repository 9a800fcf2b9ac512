import { expect, test } from "bun:test";
import { createLog } from "./log.ts";

function written() {
  const lines: string[] = [];
  const all = createLog(
    (line) => lines.push(line),
    () => 0,
  );
  return { ...all, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

test("a line has a time, a level, an event and its fields", () => {
  const { log, lines } = written();
  log("info", "serving", { port: 3000 });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"serving","port":3000}\n',
  ]);
});

test("lines below the level are not written", () => {
  const { log, isLogged, setLevel, parsed } = written();
  log("debug", "a");
  setLevel("warning");
  log("info", "b");
  log("warning", "c");
  expect(isLogged("info")).toBe(false);
  expect(parsed().map(({ event }) => event)).toEqual(["c"]);
});

test("819 identical errors are one line, and a second one that counts the others", () => {
  const { log, writeRepeats, parsed } = written();
  for (let i = 0; i < 819; i++) {
    log("error", "unavailable", { reason: "the disk is full", requestId: `req_${i}` });
  }
  log("error", "unavailable", { reason: "locked" });
  expect(parsed().map(({ reason }) => reason)).toEqual(["the disk is full", "locked"]);
  writeRepeats();
  expect(parsed()[2]).toMatchObject({ reason: "the disk is full", repeated: 818 });
  expect(parsed()[2].requestId).toBeUndefined();
  writeRepeats();
  expect(parsed()).toHaveLength(3);
  log("error", "unavailable", { reason: "the disk is full" });
  expect(parsed()).toHaveLength(4);
});

test("ordinary lines are never left out", () => {
  const { log, lines } = written();
  for (let i = 0; i < 3; i++) log("info", "request", { route: "/v1/risk" });
  expect(lines).toHaveLength(3);
});

test("keys, e-mail addresses and links are taken out of an error's text", () => {
  const { log, lines } = written();
  const key = `sk_${"aB3".repeat(12)}xy`;
  const reason = `Unexpected "${key}" of Ana.Gil+1@mail.hotel.example at /dashboard/welcome#t0_ken-x default@1.2.0`;
  log("error", "internal_error", { reason });
  expect(lines[0]).not.toContain(key);
  expect(lines[0]).not.toMatch(/ana|hotel\.example|t0_ken/i);
  expect(lines[0]).toContain("default@1.2.0");
});
