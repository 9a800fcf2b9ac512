import { expect, test } from "bun:test";
import { dashboardApi } from "./api.ts";
import type { RouteDeps } from "./deps.ts";
import { apiPath, routeRequirements } from "./route-requirements.ts";

test("every route has an entry in the table of permissions, and every entry a route", () => {
  const routes = dashboardApi({ models: {} } as RouteDeps).routes.map(
    ({ method, path }) => `${method} ${path.slice(apiPath.length)}`,
  );
  expect(routes.sort()).toEqual(Object.keys(routeRequirements).sort());
});
