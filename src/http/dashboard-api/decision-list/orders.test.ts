import { expect, test } from "bun:test";
import { exportLimits, exportPlaces } from "../export-places.ts";
import { exportOrders, orderLimits } from "./orders.ts";

const order = { userId: "u1", projectId: "prj_1", view: { level: "high" } } as const;
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};

test("an order is good once, for whoever made it, in its project", () => {
  const orders = exportOrders(() => 0, exportPlaces());
  const id = orders.add(order);
  expect(codeOf(() => orders.begin(id, { ...order, userId: "u2" }))).toBe("not_found");
  expect(codeOf(() => orders.begin(id, { ...order, projectId: "prj_2" }))).toBe("not_found");
  expect(codeOf(() => orders.begin("__proto__", order))).toBe("not_found");
  expect(orders.begin(id, order).view).toEqual({ level: "high" });
  expect(codeOf(() => orders.begin(id, order))).toBe("not_found");
  expect(id).toMatch(/^[\w-]{32}$/);
});

test("an order waits for its time and no longer", () => {
  let at = 0;
  const orders = exportOrders(() => at, exportPlaces());
  const [first, second] = [orders.add(order), orders.add(order)];
  at = orderLimits.waitsMs;
  expect(codeOf(() => orders.begin(first, order))).toBe("none");
  at += 1;
  expect(codeOf(() => orders.begin(second, order))).toBe("not_found");
});

test("so many wait, and so many are under way: of a person, of a project, of all", () => {
  const orders = exportOrders(() => 0, exportPlaces());
  const ids = Array.from({ length: orderLimits.waiting + 1 }, () => orders.add(order));
  expect(codeOf(() => orders.begin(ids[0]!, order))).toBe("not_found");
  const begun = ids
    .slice(1, 1 + exportLimits.inFlightOfPerson)
    .map((id) => orders.begin(id, order));
  const next = ids.at(-1)!;
  expect(codeOf(() => orders.begin(next, order))).toBe("rate_limited");
  expect(codeOf(() => orders.add(order))).toBe("rate_limited");

  const begin = (userId: string, projectId: string) => {
    const other = { ...order, userId, projectId };
    return codeOf(() => orders.begin(orders.add(other), other));
  };
  expect(begin("u2", "prj_1")).toBe("none");
  expect(begin("u3", "prj_1")).toBe("rate_limited"); // The project has three.
  expect(begin("u3", "prj_2")).toBe("none");
  expect(begin("u4", "prj_3")).toBe("rate_limited"); // All have four.

  begun[0]!.end();
  begun[0]!.end(); // Ends one, however often it is said.
  expect(codeOf(() => orders.begin(next, order))).toBe("none");
  expect(codeOf(() => orders.add(order))).toBe("rate_limited");
});
