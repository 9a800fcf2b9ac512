import { expect, test } from "bun:test";
import { searchKinds } from "../../../decisions/search-terms.ts";
import { Problem } from "../../problems/problem.ts";
import { impersonal, viewOf } from "./sent-view.ts";

function refusal(sent: Record<string, string>, personal: boolean): Problem | null {
  try {
    viewOf(sent, personal);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test("only who sees guests looks up by what they are known by", () => {
  const refused = searchKinds.filter((by) => refusal({ find: `${by}:x` }, false));
  expect(refused).toEqual(["email", "phone", "address", "device", "booker", "name", "card"]);
  for (const by of searchKinds) expect(refusal({ find: `${by}:x` }, true)).toBeNull();
  expect(refusal({ find: "email:x" }, false)?.code).toBe("forbidden");
});

test("every part that is not readable is named, and what was sent is not repeated", () => {
  const problem = refusal({ level: "<b>", find: "ada@example.com", scoreTo: "100" }, true)!;
  expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
    "/view/find",
    "/view/level",
    "/view/scoreTo",
  ]);
  expect(JSON.stringify([problem.message, problem.errors])).not.toMatch(/<b>|ada@/);
});

test("the audit is told by what was looked up, and not whom", () => {
  const view = viewOf({ find: "email:ada@example.com", level: "high", hotel: "ours-1" }, true);
  expect(impersonal(view)).toEqual({ find: "email", level: "high", hotel: "ours-1" });
  expect(impersonal({})).toEqual({});
});
