// Visits a page as a guest does whose blocker stops what other hosts serve and what lists of
// trackers name, until a batch was answered. Gives what was stopped. Its argument:
// {"page":"http://…"}.
import { launch } from "../../../scripts/programs/browser/chromium.mjs";

const listed = /\/sdk(\.js|\/batch|\/\d)/;

async function visit({ page: url }) {
  const browser = await launch();
  const page = await browser.newPage();
  const blocked = [];
  await page.route("**/*", (route) => {
    const asked = route.request().url();
    const isOwn = new URL(asked).host === new URL(url).host;
    if (isOwn && !listed.test(asked)) return route.continue();
    blocked.push(asked);
    return route.abort("blockedbyclient");
  });
  const stored = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.status() === 204,
  );
  await page.goto(url);
  await stored;
  await browser.close();
  return { blocked };
}

export default visit;
