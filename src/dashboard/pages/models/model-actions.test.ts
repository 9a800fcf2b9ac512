import { expect, test } from "bun:test";
import { actionLabel, availableActions } from "./model-actions.ts";

const unselected = { model: null, before: null, shadow: null, challenger: null };
const state = {
  deciding: { model: "a@1", insteadOf: null },
  own: unselected,
  all: { model: "a@1", before: null, shadow: null, challenger: null },
};
const labels = (...args: Parameters<typeof availableActions>) =>
  availableActions(...args).map(actionLabel);
const shared = { ownerProjectId: null };
const everything = { here: true, all: true };

test("a candidate can be promoted, run in shadow mode and retired, as far as permitted", () => {
  const candidate = { ...shared, model: "b@1", state: "candidate" } as const;
  expect(labels(candidate, state, everything)).toEqual([
    "Promote for this project",
    "Promote for all projects",
    "Run in shadow mode for this project",
    "Run in shadow mode for all projects",
    "Start a challenge",
    "Retire",
  ]);
  expect(labels(candidate, state, { here: true, all: false })).toEqual([
    "Promote for this project",
    "Run in shadow mode for this project",
    "Start a challenge",
  ]);
  expect(labels(candidate, state, { here: false, all: false })).toEqual([]);
});

test("the active model of all projects has no actions", () => {
  expect(labels({ ...shared, model: "a@1", state: "active" }, state, everything)).toEqual([]);
});

test("a project with a model of its own can switch back to that of all projects", () => {
  const own = {
    ...state,
    own: { ...unselected, model: "b@1" },
    deciding: { model: "b@1", insteadOf: null },
  };
  expect(labels({ ...shared, model: "a@1", state: "active" }, own, everything)).toEqual([
    "Promote for this project",
    "Run in shadow mode for this project",
    "Start a challenge",
  ]);
  expect(labels({ ...shared, model: "b@1", state: "active" }, own, everything)).toEqual([
    "Promote for all projects",
    "Run in shadow mode for all projects",
  ]);
});

test("shadow mode can be stopped where it is running", () => {
  const shadowed = { ...state, own: { ...unselected, shadow: "b@1" } };
  expect(labels({ ...shared, model: "b@1", state: "shadow" }, shadowed, everything)).toContain(
    "Stop shadow mode for this project",
  );
  expect(labels({ ...shared, model: "b@1", state: "shadow" }, shadowed, everything)).not.toContain(
    "Retire",
  );
});

test("there is one challenge at a time, which can be ended", () => {
  const challenger = { model: "b@1", share: 0.1, until: "2026-11-27T00:00:00.000Z" };
  const challenged = { ...state, own: { ...unselected, challenger } };
  const of = (model: string) =>
    labels({ ...shared, model, state: "challenger" }, challenged, everything);
  expect(of("b@1")).toContain("End the challenge");
  expect(of("b@1")).not.toContain("Start a challenge");
  expect(of("c@1").join()).not.toContain("challenge");
});

test("a project's own model can be used in that project only", () => {
  const own = { model: "b@1", state: "candidate", ownerProjectId: "prj_1" } as const;
  expect(labels(own, state, everything)).toEqual([
    "Promote for this project",
    "Run in shadow mode for this project",
    "Start a challenge",
    "Retire",
  ]);
});

test("a retired model has no actions", () => {
  expect(labels({ ...shared, model: "b@1", state: "retired" }, state, everything)).toEqual([]);
});
