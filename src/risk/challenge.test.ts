import { expect, test } from "bun:test";
import { challengeDraw } from "./challenge.ts";
import { identityOfText } from "./velocity/identities.ts";

const challenge = { id: "chl_1", share: 0.1, secret: "ab".repeat(32) };
const drawOf = (email: string, of: Partial<typeof challenge> = {}) =>
  challengeDraw({ ...challenge, ...of }, identityOfText("prj_1", "email", email));

test("a guest has the same model at every attempt, however the address is written", () => {
  const drawn = drawOf("ada@example.org");
  expect(drawOf("Ada@Example.ORG")).toEqual(drawn);
  expect(drawn).toMatchObject({ id: "chl_1", share: 0.1 });
});

test("another challenge and another key draw anew", () => {
  const all = [{}, { id: "chl_2" }, { secret: "cd".repeat(32) }].map(
    (of) => drawOf("ada@example.org", of).draw,
  );
  expect(new Set(all).size).toBe(3);
});

test("the share decides, and draws are spread evenly", () => {
  const drawn = Array.from({ length: 4000 }, (_, i) => drawOf(`guest-${i}@example.org`));
  for (const { draw, decidedBy } of drawn) {
    expect(decidedBy).toBe(draw < 0.1 ? "challenger" : "champion");
  }
  const tenths = new Array<number>(10).fill(0);
  for (const { draw } of drawn) tenths[Math.floor(draw * 10)]! += 1;
  // Chi squared with 9 degrees of freedom is above 27.9 in one of 1,000 keys; this is one key.
  const chiSquared = tenths.reduce((sum, count) => sum + (count - 400) ** 2 / 400, 0);
  expect(chiSquared).toBeLessThan(27.9);
});
