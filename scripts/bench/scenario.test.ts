import { expect, test } from "bun:test";
import { from0, isGiven, positive, scenario, someOf, text, whole, wholes } from "./scenario.ts";

const flags = {
  rounds: whole(5),
  seconds: positive(0.5),
  first: from0(60),
  counts: wholes("1,2"),
  only: someOf(["service", "echo"]),
  check: isGiven,
  data: text,
};

/** The values with which a scenario measures. */
async function valuesOf(...args: string[]): Promise<unknown> {
  let seen: unknown;
  await scenario(flags, async (values) => {
    seen = values;
    return { result: null };
  })(args);
  return seen;
}

test("a flag that is not given has its own value", async () => {
  expect(await valuesOf()).toEqual({
    rounds: 5,
    seconds: 0.5,
    first: 60,
    counts: [1, 2],
    only: ["service", "echo"],
    check: false,
    data: undefined,
  });
});

test("flags are read", async () => {
  const args = ["--rounds", "3", "--seconds", "1.5", "--first", "0", "--counts", "", "--check"];
  expect(await valuesOf(...args, "--only", "echo", "--data", "folder")).toEqual({
    rounds: 3,
    seconds: 1.5,
    first: 0,
    counts: [],
    only: ["echo"],
    check: true,
    data: "folder",
  });
});

test("a value that a flag cannot have is refused by its name", async () => {
  const refused = (...args: string[]) => expect(valuesOf(...args)).rejects;
  await refused("--rounds", "1.5").toThrow("--rounds must be a number above 0, and not 1.5");
  await refused("--seconds", "0").toThrow("--seconds must be a number above 0, and not 0");
  await refused("--first", "-1").toThrow();
  await refused("--counts", "1,x").toThrow("--counts must be a number above 0, and not x");
  await refused("--only", "service,mongo").toThrow(
    "--only takes some of service,echo, and not mongo",
  );
  await refused("--colour", "red").toThrow("colour");
});
