/** Requests of the dashboard's API that anybody can send: their limits, and whom they do not concern. */
import { expect, test } from "bun:test";
import { newPerson, Person } from "../../../../scripts/programs/dashboard-client/account.ts";
import { withoutSessionLimits } from "../../../../src/http/dashboard-api/without-session.ts";
import { answerWithoutBody } from "../../../fixtures/answer-without-body.ts";
import { Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();
const service = await installation.serve("--trusted-proxy", "127.0.0.1");
const { url } = service;
const owner = await newPerson(installation, service, "ada@example.com", "owner");
const { address, bodyBytes } = withoutSessionLimits;

const from = (ip: string) => ({ "x-forwarded-for": ip });
const session = (ip: string) => new Person(url).call("GET", "/session", undefined, from(ip));

/** As many as empty the bucket of an address, whatever comes back meanwhile. @returns the last refusal. */
async function useUp(ip: string): Promise<Response> {
  for (;;) {
    const sent = Array.from({ length: address.capacity }, () =>
      fetch(`${url}/dashboard/api/session`, { headers: from(ip) }),
    );
    const refused = (await Promise.all(sent)).findLast(({ status }) => status === 429);
    if (refused) return refused;
  }
}

test("an address is limited, and neither another one nor who is signed in", async () => {
  expect((await owner.get("/session")).status).toBe(200);
  const refused = await useUp("192.0.2.1");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  expect((await session("192.0.2.2")).status).toBe(200);
  const { status, body } = await owner.call("GET", "/session", undefined, from("192.0.2.1"));
  expect([status, body.me.email]).toEqual([200, "ada@example.com"]);
});

test("a forged session is limited as none is", async () => {
  await useUp("192.0.2.3");
  const forged = { ...from("192.0.2.3"), cookie: "booking-risk.session_token=abc.def" };
  const answers = await Promise.all(
    Array.from({ length: address.capacity }, () =>
      new Person(url).call("GET", "/session", undefined, forged),
    ),
  );
  expect(answers.map(({ status }) => status)).toContain(429);
});

test("a refusal does not wait for the body", async () => {
  await useUp("192.0.2.4");
  // Some are admitted, as a few requests a second are: they wait for their body, and get 408.
  const sent = { "Content-Type": "application/json", "Content-Length": "100" };
  const asked = Array.from({ length: 100 }, () =>
    answerWithoutBody(`${url}/dashboard/api/session`, { ...from("192.0.2.4"), ...sent }),
  );
  const statuses = (await Promise.all(asked)).map((answer) => answer.split(" ")[1]);
  expect(statuses).toContain("429");
});

const large = { email: "ada@example.com", password: "x", other: "x".repeat(bodyBytes) };

test("without a session a body is short, whatever the endpoint", async () => {
  for (const [method, path] of [
    ["POST", "/session"],
    ["POST", "/session/passkey"],
    ["PUT", "/account/name"],
  ] as const) {
    const { status, body } = await new Person(url).call(method, path, large, from("192.0.2.5"));
    expect([path, status, body.code]).toEqual([path, 413, "body_too_large"]);
    expect(body.detail).toContain(`${bodyBytes} bytes`);
  }
});

test("with a session it is longer, in the first request with it, too", async () => {
  const person = await newPerson(installation, service, "bob@example.com", "viewer");
  const { status, body } = await person.call("PUT", "/account/name", large);
  expect([status, body.code]).toEqual([422, "validation_failed"]);
});
