import { expect, test } from "bun:test";
import { commandsFor } from "./commands.ts";

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

test("where the data is in PostgreSQL, commands and texts name no data folder", () => {
  const at = { projectId: "prj_1", dataFolder: "/data", isOnPostgres: true };
  const { install, installShared, modelsFolder, replay } = commandsFor(at);
  const all = [...install.map(({ text }) => text), replay("mine@1", "2026-01-01")];
  for (const text of all) expect(text).not.toContain("--data");
  expect(installShared).toBe("booking-risk model install mine");
  expect(modelsFolder).toBeNull();
});
