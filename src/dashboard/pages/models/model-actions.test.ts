import { expect, test } from "bun:test";
import { deedsWith, sayDeed } from "./model-actions.ts";

const nobody = { model: null, before: null, shadow: null };
const here = {
  deciding: { model: "a@1", insteadOf: null },
  own: nobody,
  all: { model: "a@1", before: null, shadow: null },
};
const said = (...asked: Parameters<typeof deedsWith>) => deedsWith(...asked).map(sayDeed);
const all = { here: true, all: true };

test("a candidate can be promoted, shadowed and retired, by who may", () => {
  const candidate = { model: "b@1", state: "candidate" } as const;
  expect(said(candidate, here, all)).toEqual([
    "Promote for this project",
    "Promote for all projects",
    "Into the shadow of this project",
    "Into the shadow of all projects",
    "Retire",
  ]);
  expect(said(candidate, here, { here: true, all: false })).toEqual([
    "Promote for this project",
    "Into the shadow of this project",
  ]);
  expect(said(candidate, here, { here: false, all: false })).toEqual([]);
});

test("what decides everywhere is neither promoted nor retired, and watches nobody", () => {
  expect(said({ model: "a@1", state: "active" }, here, all)).toEqual([]);
});

test("a project with a model of its own can still be led back to that of all", () => {
  const own = {
    ...here,
    own: { ...nobody, model: "b@1" },
    deciding: { model: "b@1", insteadOf: null },
  };
  expect(said({ model: "a@1", state: "active" }, own, all)).toEqual([
    "Promote for this project",
    "Into the shadow of this project",
  ]);
  expect(said({ model: "b@1", state: "active" }, own, all)).toEqual([
    "Promote for all projects",
    "Into the shadow of all projects",
  ]);
});

test("what is in the shadow comes out of it where it is", () => {
  const shadowed = { ...here, own: { ...nobody, shadow: "b@1" } };
  expect(said({ model: "b@1", state: "shadow" }, shadowed, all)).toContain(
    "Out of the shadow of this project",
  );
  expect(said({ model: "b@1", state: "shadow" }, shadowed, all)).not.toContain("Retire");
});

test("nothing is done with what is retired", () => {
  expect(said({ model: "b@1", state: "retired" }, here, all)).toEqual([]);
});
