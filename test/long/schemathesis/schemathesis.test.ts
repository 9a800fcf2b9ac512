/** Schemathesis against the executable: every response has to be as the OpenAPI document says. */
import { expect } from "bun:test";
import { Installation } from "../../fixtures/executable.ts";
import { testWith } from "../../fixtures/needs.ts";
import { command, schemathesis } from "./install.ts";

const seed = "20261122";

testWith(schemathesis)("every response is as the document says", async () => {
  const installation = new Installation();
  const { secret } = await installation.project();
  const service = await installation.serve();
  const flags = [
    // A schema cannot say that checkOut is after checkIn, nor that a country is officially assigned.
    "--exclude-checks",
    "positive_data_acceptance",
    "--seed",
    seed,
    "--max-examples",
    "60",
    "--generation-database",
    "none",
    "--no-color",
    "--header",
    `X-Service-Key: ${secret.key}`,
  ];
  const child = Bun.spawn([command, "run", `${service.url}/openapi.json`, ...flags], {
    cwd: installation.folder,
    env: { HOME: installation.folder, PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [report, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const status = await child.exited;
  expect([status, status === 0 ? "" : report + errors]).toEqual([0, ""]);
  const [, passed] = report.match(/(\d+) generated, \d+ passed/) ?? [];
  expect(Number(passed)).toBeGreaterThan(200);
  await service.stop();
});
