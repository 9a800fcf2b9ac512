/** The published document: valid, without a linter's complaint, and a client of it works. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import type { paths } from "../../../sdk/typescript/src/openapi.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { Installation } from "../../fixtures/executable.ts";

const clientFile = join(import.meta.dir, "../../../sdk/typescript/src/openapi.ts");

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const published = await (await fetch(`${service.url}/openapi.json`)).text();

test("is the same from the service and from the command line", async () => {
  const { out } = await installation.run("openapi");
  expect(JSON.parse(out)).toEqual(JSON.parse(published));
});

test("passes a validator", async () => {
  const result = await new Validator().validate(JSON.parse(published));
  expect(result).toMatchObject({ valid: true });
});

test("passes a linter's recommended rules without error or warning", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: published, config });
  const complaints = found.map(({ ruleId, severity, message, location }) => {
    return `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`;
  });
  expect(complaints).toEqual([]);
});

test("the client generated from it is the one that these tests use", async () => {
  const generated = astToString(await openapiTS(JSON.parse(published)));
  // If this fails, the document changed: npm run clients
  expect(generated).toBe(await Bun.file(clientFile).text());
});

test("the generated client makes a call, and gets a problem with its types", async () => {
  const client = createClient<paths>({
    baseUrl: service.url,
    headers: { "X-Service-Key": project.secret.key },
  });
  const { data, response } = await client.POST("/v1/risk", { body: fullRequest() });
  expect(response.status).toBe(200);
  expect(data?.decisionId).toStartWith("dec_");
  expect(data?.riskScore).toBeWithin(0, 100);

  const bad = { ...fullRequest(), requestId: "bad", hotel: { name: "", country: "PT" } };
  const { error } = await client.POST("/v1/risk", { body: bad });
  expect(error?.code).toBe("validation_failed");
  expect(error?.requestId).toBe("bad");
  expect(error?.errors?.[0]).toEqual({ pointer: "/hotel/name", message: "must not be empty" });
});

test("describes every error of the contract with an example", () => {
  const operation = JSON.parse(published).paths["/v1/risk"].post;
  expect(Object.keys(operation.responses).map(Number).sort()).toEqual([
    200, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503,
  ]);
  for (const response of Object.values(operation.responses) as { description: string }[]) {
    expect(response.description.length).toBeGreaterThan(10);
  }
});
