import { expect, test } from "bun:test";
import { commandsFor, quoteArgument } from "./commands.ts";

test.each(["/var/lib/booking-risk", "/a b/it's $HOME", "", "`id`", "a\nb", "-x;rm"])(
  "a shell reads the quoted %p unchanged",
  async (text) => {
    const ran = Bun.spawn(["sh", "-c", `printf %s ${quoteArgument(text)}`]);
    expect(await new Response(ran.stdout).text()).toBe(text);
  },
);

test("commands include the data folder if it is known", () => {
  const at = { projectId: "prj_1", dataFolder: "/data here", isOnPostgres: false };
  expect(commandsFor(at).install[1]!.text).toBe(
    "booking-risk model check mine --data '/data here'",
  );
  expect(commandsFor(at).install[2]!.text).toBe(
    "booking-risk model install mine --project prj_1 --data '/data here'",
  );
  const unknown = commandsFor({ ...at, dataFolder: null });
  expect(unknown.install[1]!.text).toBe("booking-risk model check mine");
  expect(unknown.modelsFolder).toBe("<data>/models/");
});

test("commands name no data folder where the data is in PostgreSQL", () => {
  const at = { projectId: "prj_1", dataFolder: "/data", isOnPostgres: true };
  const { install, modelsFolder, replay } = commandsFor(at);
  const all = [...install.map(({ text }) => text), replay("mine@1", "2026-01-01")];
  for (const text of all) expect(text).not.toContain("--data");
  expect(modelsFolder).toBe("/data/models/");
});
