import { expect, test } from "bun:test";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import type { KeyOwner } from "../../storage/port/keys.ts";
import { admissionLimits } from "../admission/admission.ts";
import { AnswerPace } from "../admission/answer-pace.ts";
import { type MerchantDeps, type MerchantHandler, merchantEndpoints } from "./merchant-endpoint.ts";

/** A key is the project's own name. */
const deps: MerchantDeps = {
  authenticator: {
    authenticate: (key) =>
      ({ keyId: `key_${key}`, project: { id: key! }, restrictions: null }) as KeyOwner,
    checkRestrictions() {},
    takeFromLimit() {},
    recordUse() {},
    async flush() {},
  },
  rateLimit() {},
  refusals: { note() {} },
  tracing: null,
  pace: new AnswerPace(),
};

/** @param addressRead is called where the address of a request is asked for. */
function endpoint(handle: MerchantHandler, addressRead = () => {}) {
  const call = merchantEndpoints(deps, (_, peer) => peer())("risk", handle);
  return (project: string, body = '{"requestId":"r-1"}') => {
    const headers = { "X-Service-Key": project, "Content-Type": "application/json" };
    const request = new Request("http://localhost/v1/risk", { method: "POST", headers, body });
    return call(request, () => {
      addressRead();
      return "192.0.2.1";
    });
  };
}

test("past its places a project is refused before its body is judged, and another is answered", async () => {
  const answers: (() => void)[] = [];
  let addressesRead = 0;
  const send = endpoint(
    ({ owner: { project } }) =>
      new Promise((resolve) => {
        if (project.id === "other") resolve(new Response("scored"));
        else answers.push(() => resolve(new Response("scored")));
      }),
    () => addressesRead++,
  );
  const { few, working, ofProject } = admissionLimits;
  const begun = working.own + working.sharedAlone;
  const places = begun + ofProject;
  const sent = Array.from({ length: places }, () => send("flood"));
  // The address is read of each that finds more than a few waiting: the last of them has its place.
  await waitUntil("all to have a place", () => addressesRead === ofProject - few);
  expect(answers).toHaveLength(begun);
  const refused = await send("flood", '[{"no JSON object", "requestId":"r-2"}');
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable", requestId: "r-2" });
  expect(await (await send("other")).text()).toBe("scored"); // It has places of its own.
  let scored = 0;
  for (const one of sent) void one.then(({ status }) => (scored += status === 200 ? 1 : 0));
  while (scored < places) {
    for (const answer of answers.splice(0)) answer();
    await nextTurn();
  }
  void send("flood"); // Every place was given back.
  await waitUntil("the next request", () => answers.length === 1);
});

test("a request that fails gives its place back", async () => {
  const send = endpoint(() => Promise.reject(new Error("fails")));
  const count = (admissionLimits.working.own + admissionLimits.working.sharedAlone) * 2;
  const answers = await Promise.all(Array.from({ length: count }, () => send("a")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
});
