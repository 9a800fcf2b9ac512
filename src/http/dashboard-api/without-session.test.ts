import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseNetwork } from "../../base/client-address.ts";
import { createLink, join as joinByLink } from "../../projects/accounts/link.ts";
import { openSignIn } from "../../projects/accounts/sign-in.ts";
import { openSqliteStore } from "../../storage/sqlite/sqlite-store.ts";
import { AnswerPace } from "../admission/answer-pace.ts";
import { admission, knownMs, withoutSessionLimits } from "./without-session.ts";

const { address, waiting, bodyBytes } = withoutSessionLimits;

const folder = mkdtempSync(join(tmpdir(), "booking-risk-sessions-"));
const store = await openSqliteStore(folder);
const signIn = await openSignIn(store);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function admitting(now = () => 1_000_000) {
  const trustedProxies = [parseNetwork("127.0.0.1")];
  const admit = admission({ now, trustedProxies, signIn }, new AnswerPace());
  return (from: string, cookie = "") => {
    const headers = { "x-forwarded-for": from, cookie };
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

test("who has a session is not limited, and is again once it has ended", async () => {
  let at = Date.now();
  const admit = admitting(() => at);
  const cookie = await newSession();
  expect(await admit("192.0.2.1", cookie)).toBeGreaterThan(bodyBytes);
  const useUp = async () => {
    for (let i = 0; i < address.capacity; i++) await admit("192.0.2.1").catch(() => {});
  };
  await useUp();
  expect(await admit("192.0.2.1", cookie)).toBeGreaterThan(bodyBytes);
  at += knownMs;
  await useUp();
  expect(await admit("192.0.2.1", cookie)).toBeGreaterThan(bodyBytes);

  await signIn(false).api.signOut({ headers: new Headers({ cookie }) });
  at += knownMs;
  await useUp();
  expect(await admit("192.0.2.1", cookie)).toBe(bodyBytes);
  expect(admit("192.0.2.1", cookie)).rejects.toMatchObject({ code: "rate_limited" });
});

/** @returns the cookie of a new account's session. */
async function newSession(): Promise<string> {
  const deps = { store, now: Date.now };
  const who = { email: "ada@example.com", password: "correct horse battery" };
  const wanted = { purpose: "first-owner", email: null, role: "owner", projectId: null } as const;
  const { link } = await createLink(deps, { name: "service" }, wanted);
  expect(await joinByLink(deps, link, { ...who, name: "Ada" })).toBe("done");
  const { headers } = await signIn(false).api.signInEmail({ body: who, returnHeaders: true });
  return headers.getSetCookie()[0]!.split(";")[0]!;
}
