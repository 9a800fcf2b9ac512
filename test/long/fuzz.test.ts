/** Hostile requests to every endpoint; `npm run fuzz` sends more of them. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { fuzz } from "../../scripts/trials/fuzz/run.ts";
import { fuzzExecutable } from "../../scripts/trials/fuzz/service.ts";
import { apiPath, routeRequirements } from "../../src/http/dashboard-api/route-requirements.ts";

const cases = 25;
const seed = 20_261_122;

test("no endpoint answers with an error in the 500s or an undocumented problem", async () => {
  const results = await fuzzExecutable({ cases, seed, only: "", onResult: () => {} });
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
  const routes = Object.keys(routeRequirements).map((route) => route.replace(" ", ` ${apiPath}`));
  expect(results.map(({ target }) => target)).toEqual(expect.arrayContaining(routes));
  const reached = results.filter(({ statuses }) => statuses["200"] ?? statuses["204"]);
  expect(reached.length).toBeGreaterThan(50); // Refusing everything would be no test.
});

test("a response that is wrong is a finding", async () => {
  const bodies: Record<string, () => Response> = {
    "/500": () => new Response("", { status: 500 }),
    "/leak": () => Response.json({ at: "SELECT id FROM keys" }, { status: 404 }),
    "/plain": () => new Response("no", { status: 400 }),
    "/unknown": () =>
      new Response('{"status":400,"title":"t","code":"new_code"}', {
        status: 400,
        headers: { "Content-Type": "application/problem+json" },
      }),
    "/right": () => Response.json({}),
  };
  const server = Bun.serve({ port: 0, fetch: ({ url }) => bodies[new URL(url).pathname]!() });
  const asked = async (path: string) => {
    const requests = fc.constant({ method: "GET", path, headers: {}, body: null });
    const { findings } = await fuzz(
      String(server.url).replace(/\/$/, ""),
      { name: path, requests },
      { cases: 1, seed },
    );
    return findings.map(({ why }) => why);
  };
  expect(await asked("/500")).toEqual(["status 500"]);
  expect(await asked("/leak")).toEqual(["the response shows something internal"]);
  expect(await asked("/plain")).toEqual(["an error as text/plain;charset=utf-8"]);
  expect(await asked("/unknown")).toEqual(["an unknown code"]);
  expect(await asked("/right")).toEqual([]);
  await server.stop(true);
});
