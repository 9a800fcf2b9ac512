import { expect, test } from "bun:test";
import { contentResponse } from "./content.ts";
import { dashboardPage } from "./dashboard-pages.ts";

test("the page is never stored, and runs and loads nothing from elsewhere", async () => {
  const answer = contentResponse(dashboardPage());
  const { headers } = answer;
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  const policy = headers.get("content-security-policy")!;
  expect(policy).toStartWith("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toStartWith("<!doctype html>");
});
