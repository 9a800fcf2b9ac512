/** The process that runs the scripts of all tests of a run with one Chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser } from "../../../scripts/development/test/shared-programs.ts";
import { SharedNode } from "../../../scripts/programs/browser/node-process.ts";
import { scriptsVariable } from "../../../scripts/programs/browser/run-node.ts";
import { chromium, describeWith } from "../../fixtures/needs.ts";

describeWith(chromium)("processes that share a Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "shared-chromium-"));
  const script = join(folder, "cookies.mjs");
  let browser: NonNullable<Awaited<ReturnType<typeof startBrowser>>>;
  let connected: () => SharedNode;

  beforeAll(async () => {
    const chromiumScript = join(import.meta.dir, "../../../scripts/programs/browser/chromium.mjs");
    await Bun.write(
      script,
      `import { launch } from ${JSON.stringify(chromiumScript)};
       export default async ({ set, fails, hangs }) => {
         const browser = await launch();
         try {
           const context = await browser.newContext();
           const page = await context.newPage();
           if (fails) throw new Error("as it was told");
           if (hangs) await page.waitForFunction(() => false, null, { timeout: 2_000 });
           if (set) await context.addCookies([{ name: "a", value: set, url: "http://a.example" }]);
           return (await context.cookies()).map(({ value }) => value);
         } finally {
           await browser.close();
         }
       };`,
    );
    browser = (await startBrowser())!;
    connected = () => new SharedNode(browser.environment[scriptsVariable]!);
  });
  afterAll(async () => {
    await browser?.stop();
    rmSync(folder, { recursive: true });
  });

  test("each have contexts of their own, and the errors of their own scripts", async () => {
    const [one, other] = [connected(), connected()];
    const [set, fails, none] = await Promise.allSettled([
      one.run(script, { set: "1" }),
      other.run(script, { fails: true }),
      other.run(script, {}),
    ]);
    expect([set, none]).toEqual([
      { status: "fulfilled", value: ["1"] },
      { status: "fulfilled", value: [] },
    ]);
    expect(`${(fails as PromiseRejectedResult).reason}`).toContain("as it was told");
  });

  test("go on where another one ended while its script ran", async () => {
    const gone = connected();
    const lost = gone.run(script, { hangs: true });
    gone.close();
    await expect(lost).rejects.toThrow("its process of Node was ended");
    expect(gone.takesScripts).toBe(false);
    expect(await connected().run(script, { set: "2" })).toEqual(["2"]);
  });
});
