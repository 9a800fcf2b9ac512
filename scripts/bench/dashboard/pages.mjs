// node pages.mjs '{"url":"…","cookie":"…","projectId":"…","decisionId":"…"}' opens each page with an
// empty cache and again with a full one; prints its requests, bytes and the time until it is usable.
import { launch } from "../../programs/browser/chromium.mjs";
import { contextOf } from "./signed-in-context.mjs";

const usableMsMax = 60_000;

/** The page has a heading and nothing is loading. */
const isUsable = () =>
  document.querySelector("h1") !== null && document.querySelector(".skeleton") === null;

async function open(context, address) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += encodedDataLength > 0 ? 1 : 0;
  });
  const started = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(isUsable, undefined, { polling: "raf", timeout: usableMsMax });
  const ms = performance.now() - started;
  await page.waitForTimeout(300);
  await page.close();
  return { bytes, requests, ms };
}

export default async ({ url, cookie, projectId, decisionId }) => {
  const browser = await launch();
  const paths = ["overview", "decisions", `decisions/${decisionId}`, "models", "money", "start"];
  const figures = [];
  for (const path of [...paths, "keys", "people", "settings"]) {
    const context = await contextOf(browser, { url, cookie });
    const address = `${url}/dashboard/p/${projectId}/${path}`;
    const first = await open(context, address);
    const again = await open(context, address);
    const page = path.replace(decisionId, "one");
    const { bytes, requests, ms } = first;
    figures.push({ page, requests, bytes, firstMs: ms, againMs: again.ms });
    await context.close();
  }
  await browser.close();
  return figures;
};
