/** The dashboard in Chromium, served by the real executable. */
import { describe, expect, test } from "bun:test";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, curl, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);

const installation = new Installation();
const service = await installation.serve();
const { url } = service;

async function act<Seen>(
  scenario: string,
  more: object = {},
): Promise<Seen & { faults: string[] }> {
  const script = "browser/dashboard/drive.mjs";
  return inChromium<Seen & { faults: string[] }>(script, { scenario, url, ...more });
}

async function linkFor(email: string): Promise<string> {
  const words = ["user", "create", "--email", email, "--role", "owner"];
  const made = await installation.json(...words, "--url", url);
  return made.url!;
}

let first: { key: string; snippet: string; shownAgain: boolean; faults: string[] };

beforeAllWith(chromium)(async () => {
  first = await act("firstStart", { link: await linkFor("ada@example.com") });
});

describe("from the first start", () => {
  inBrowser("a link leads to an account, a project and a key that is shown once", () => {
    expect(first.faults).toEqual([]);
    expect(first.key).toMatch(/^sk_[0-9A-Za-z]{38}$/);
    expect(first.shownAgain).toBe(false);
  });

  inBrowser("the key scores a booking", async () => {
    expect((await callRisk(url, first.key, fullRequest())).status).toBe(200);
  });

  testWith(chromium, curl)("its snippet works as copied", async () => {
    const ran = Bun.spawn(["sh", "-c", `${first.snippet.replace("curl ", "curl -s ")}`]);
    expect(JSON.parse(await ran.stdout.text())).toMatchObject({ riskSetting: "balanced" });
  });

  inBrowser("a revoked key is rejected from the next request", async () => {
    const { faults, fits } = await act<{ fits: boolean }>("revoke", { name: "Server" });
    expect({ faults, fits }).toEqual({ faults: [], fits: true });
    const answer = await callRisk(url, first.key, fullRequest());
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      401,
      "revoked_key",
    ]);
  });
});

inBrowser(
  "a key rotation shows which key is in use, can be left and resumed, and revokes the old key",
  async () => {
    const seen = await act<{ old: string; next: string; early: string }>("rotate", {
      name: "Rotated",
    });
    expect(seen.faults).toEqual([]);
    expect(seen.early).toBe("Revoke anyway");
    expect((await callRisk(url, seen.old, fullRequest())).status).toBe(401);
    expect((await callRisk(url, seen.next, fullRequest())).status).toBe(200);
  },
);

inBrowser("a stored script is shown as plain text on every page", async () => {
  const script = '"><img src=x onerror=hacked=1><script>hacked=1</script>';
  const seen = await act<{ seen: string[]; hacked: object[] }>("scripts", { script });
  expect(seen.faults).toEqual([]);
  expect(seen.seen).toHaveLength(9);
  expect(seen.hacked).toEqual([
    { ran: false, images: 0 },
    { ran: false, images: 0 },
  ]);
});

inBrowser(
  "two-factor authentication can be turned on, passed with a code or a backup code, and turned off",
  async () => {
    const { faults, codes } = await act<{ codes: number }>("twoFactor", {
      link: await linkFor("two@example.com"),
    });
    expect(faults).toEqual([]);
    expect(codes).toBe(10);
  },
);

inBrowser("somebody who has an account accepts an invitation with it", async () => {
  const email = "two-roles@example.com";
  const { projectId } = await installation.json("project", "create", "Accepted");
  const words = ["--email", email, "--role", "analyst", "--project", projectId!, "--url", url];
  const { url: invitation } = await installation.json("user", "create", ...words);
  const seen = await act<object>("acceptInvitation", { link: await linkFor(email), invitation });
  expect(seen).toEqual({ faults: [] });
  const { out } = await installation.run("user", "list", "--json");
  const listed = JSON.parse(out).find((one: { email: string }) => one.email === email);
  expect(listed.roles).toContainEqual({ role: "analyst", projectId });
});

inBrowser("an action that takes the password again asks for it, and goes on", async () => {
  const { faults, key } = await act<{ key: string }>("confirm");
  expect(faults).toEqual([]);
  expect((await callRisk(url, key, fullRequest())).status).toBe(200);
});

inBrowser("a page whose code cannot be loaded says so, and can be loaded again", async () => {
  expect<object>(await act("codeNotLoaded")).toEqual({
    text: expect.stringContaining("After an upgrade of the service, reload the page."),
    faults: [],
  });
});

inBrowser("everything works with the keyboard", async () => {
  expect<object>(await act("keyboard")).toEqual({
    isSearching: true,
    faults: [],
  });
});

inBrowser("a user whose session ended signs in again on the same page", async () => {
  expect<object>(await act("signedOut")).toEqual({ path: "/dashboard/account", faults: [] });
});

inBrowser("axe finds nothing worse than minor on any page, in either theme", async () => {
  const link = await linkFor("axe@example.com");
  expect<object>(await act("accessible", { link })).toEqual({ checked: 18, faults: [] });
});

describe("the built files", () => {
  test("are compressed for the browser and immutable, and nothing is inline", async () => {
    const page = await fetch(`${url}/dashboard/p/any/address`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const policy = page.headers.get("content-security-policy")!;
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain("unsafe");
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/);
    const paths = [...html.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      const bodies: string[] = [];
      for (const [accept, encoding] of [
        ["br, gzip", "br"],
        ["gzip", "gzip"],
        ["identity", null],
      ] as const) {
        const file = await fetch(url + path, { headers: { "accept-encoding": accept } });
        expect(file.status).toBe(200);
        expect(file.headers.get("content-encoding")).toBe(encoding);
        expect(file.headers.get("cache-control")).toContain("immutable");
        bodies.push(await file.text());
      }
      expect(new Set(bodies).size).toBe(1);
    }
  });

  test.each(["nothing.js", "../index.html", "%2e%2e/index.html", "__proto__", "files.js"])(
    "%s is not served",
    async (name) => {
      const answer = await fetch(`${url}/dashboard/assets/${name}`);
      expect(answer.headers.get("content-type")).not.toContain("javascript");
    },
  );
});
