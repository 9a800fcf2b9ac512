/** Mouse paths by the npm package ghost-cursor, on Puppeteer. */
import { createCursor } from "ghost-cursor";
import { bringIntoView, fillForm, readPages } from "./human-pace.mjs";

export async function bookWithGhost(browser, visit) {
  const { random } = visit;
  const cursor = createCursor(browser.page);
  const click = async (selector) => {
    await bringIntoView(browser, selector, random);
    await cursor.click(selector, {
      hesitate: random.between(60, 200),
      waitForClick: random.between(45, 120),
      moveDelay: 200,
      paddingPercentage: 20,
    });
  };
  await readPages(browser, click, visit);
  await fillForm(browser, click, visit);
}
