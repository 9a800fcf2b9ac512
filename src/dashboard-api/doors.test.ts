import { expect, test } from "bun:test";
import { dashboardApi } from "./api.ts";
import { apiPath, doors } from "./doors.ts";
import type { Parts } from "./parts.ts";

test("every route has its line in the table of doors, and every line its route", () => {
  const routes = dashboardApi({} as Parts).routes.map(
    ({ method, path }) => `${method} ${path.slice(apiPath.length)}`,
  );
  expect(routes.sort()).toEqual(Object.keys(doors).sort());
});
