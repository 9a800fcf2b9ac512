import { describe, expect, test } from "bun:test";
import type { ListMatch } from "../storage/port/lists.ts";
import { actionOf, decidedAction, decidingEntry, inOrder } from "./order-of-decision.ts";

const deny: ListMatch = { kind: "deny", entryId: "lst_deny", version: 7 };
const allow: ListMatch = { kind: "allow", entryId: "lst_allow", version: 2 };
const pass: ListMatch = { kind: "pass", entryId: "lst_pass", version: 9 };
const watch: ListMatch = { kind: "watch", entryId: "lst_watch", version: 1 };

describe("the order of decision", () => {
  test.each([
    ["nothing", [], "allow", "allow"],
    ["nothing", [], "deny", "deny"],
    ["watch", [watch], "allow", "allow"],
    ["watch", [watch], "deny", "deny"],
    ["allow", [watch, allow], "deny", "allow"],
    ["deny", [watch, deny], "allow", "deny"],
    ["a pass before all", [watch, allow, deny, pass], "deny", "allow"],
    ["deny before allow", [watch, allow, deny], "allow", "deny"],
  ] as const)("%s: %j makes %s %s", (_, matches, byModel, action) => {
    expect(actionOf(inOrder(matches), byModel)).toBe(action);
  });

  test("of one list, the entry that was added first decides", () => {
    const later = { ...deny, entryId: "lst_later", version: 8 };
    expect(inOrder([watch, later, allow, deny])).toEqual([deny, later, allow, watch]);
    expect(decidingEntry(inOrder([later, deny]))).toBe(deny);
  });

  test("a decision says what decided it", () => {
    const stored = (matches: ListMatch[] | null) => ({
      listMatches: matches && JSON.stringify(matches),
      controlGroup: null,
    });
    const drawn = (result: string) => ({
      ...stored(null),
      controlGroup: JSON.stringify({ result }),
    });
    expect(decidedAction(drawn("allowed"))).toEqual({ kind: "controlGroup" });
    expect(decidedAction(drawn("denied"))).toEqual({ kind: "model" });
    expect(decidedAction(stored(null))).toEqual({ kind: "model" });
    expect(decidedAction(stored([watch]))).toEqual({ kind: "model" });
    expect(decidedAction(stored([deny, watch]))).toEqual({
      kind: "deny",
      entryId: "lst_deny",
      listsVersion: 7,
    });
  });
});
