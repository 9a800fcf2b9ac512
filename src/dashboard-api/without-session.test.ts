import { expect, test } from "bun:test";
import { parseNetwork } from "../client-address.ts";
import { RefusalPace } from "../http/refusal-pace.ts";
import { admission, withoutSessionLimits } from "./without-session.ts";

const { address, waiting, bodyBytes } = withoutSessionLimits;

function admitting(now = () => 1_000_000) {
  const signIn = () => {
    throw new Error("nobody has a session");
  };
  const trustedProxies = [parseNetwork("127.0.0.1")];
  const admit = admission({ now, trustedProxies, signIn }, new RefusalPace());
  return (from: string) => {
    const headers = { "x-forwarded-for": from };
    return admit(new Request("http://localhost/dashboard/api/session", { headers }), "127.0.0.1");
  };
}

test("an address has its requests at once, and more after a second", async () => {
  let at = 1_000_000;
  const admit = admitting(() => at);
  for (let i = 0; i < address.capacity; i++) expect(await admit("192.0.2.1")).toBe(bodyBytes);
  expect(admit("192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await admit("192.0.2.2")).toBe(bodyBytes);
  at += 1000;
  for (let i = 0; i < address.perSecond; i++) expect(await admit("192.0.2.1")).toBe(bodyBytes);
  expect(admit("192.0.2.1")).rejects.toMatchObject({ code: "rate_limited" });
});

test("a network of one customer counts as one address", async () => {
  const admit = admitting();
  for (let i = 0; i < address.capacity; i++) await admit(`2001:db8::${i.toString(16)}`);
  expect(admit("2001:db8::ffff:1")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await admit("2001:db8:0:1::1")).toBe(bodyBytes);
});

test("a bounded number waits for a turn, and one more is refused", async () => {
  const admit = admitting();
  const first = Array.from({ length: waiting + 1 }, (_, i) => admit(`10.0.${i >> 8}.${i & 255}`));
  expect(admit("192.0.2.1")).rejects.toMatchObject({ code: "unavailable" });
  expect(new Set(await Promise.all(first))).toEqual(new Set([bodyBytes]));
  expect(await admit("192.0.2.1")).toBe(bodyBytes);
});
