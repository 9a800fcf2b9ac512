import { expect, test } from "bun:test";
import { nextTurn } from "../../test/fixtures/turns.ts";
import { fairQueue, QueueFull } from "./fair-queue.ts";

/** A queue whose work ends when it is told to. */
function setUp(limits = { perPerson: 9, perProject: 99, total: 99 }) {
  const queue = fairQueue(limits);
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const ask = (project: string, person: string, name = person) =>
    queue.run({ project, person }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => gates.push(resolve));
      return name;
    });
  const finish = async () => {
    for (let idle = 0; idle < 3; ) {
      await nextTurn();
      const gate = gates.shift();
      gate?.();
      idle = gate ? 0 : idle + 1;
    }
  };
  return { queue, ask, begun, finish };
}

test("projects take turns, and in each its people, whoever asked first and most", async () => {
  const { ask, begun, finish } = setUp();
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => ask("A", "ada", name)),
    ask("A", "abe"),
    ask("B", "bob", "b1"),
    ask("B", "bob", "b2"),
    ask("C", "cy"),
  ];
  await finish();
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "cy", "abe", "b2", "a3", "a4"]);
});

test("a person, a project and all together have so many places, until work has ended", async () => {
  const { ask, finish } = setUp({ perPerson: 2, perProject: 3, total: 4 });
  const first = [ask("A", "ada"), ask("A", "ada")];
  const refused = async (project: string, person: string) => {
    const error = await ask(project, person).catch((thrown: unknown) => thrown);
    return error instanceof QueueFull ? error.of : "begun";
  };
  expect(await refused("A", "ada")).toBe("person");
  expect(await refused("B", "ada")).toBe("person");
  first.push(ask("A", "abe"));
  expect(await refused("A", "amy")).toBe("project");
  first.push(ask("B", "bob"));
  expect(await refused("C", "cy")).toBe("all");
  await finish();
  await Promise.all(first);
  const again = ask("A", "ada");
  await finish();
  expect(await again).toBe("ada");
});

test("work that fails gives its place back, and the next begins", async () => {
  const { queue } = setUp({ perPerson: 1, perProject: 1, total: 1 });
  const asker = { project: "A", person: "ada" };
  const failing = queue.run(asker, async () => {
    throw new Error("no");
  });
  expect(failing).rejects.toThrow("no");
  await failing.catch(() => {});
  await nextTurn();
  expect(await queue.run(asker, async () => 1)).toBe(1);
});
