/** The hand that npm sells as human: ghost-cursor's curves, on Puppeteer. */
import { createCursor } from "ghost-cursor";
import { bringIntoView, fillForm, readPages } from "./pace.mjs";

export async function bookWithGhost(browser, visit) {
  const { chance } = visit;
  const cursor = createCursor(browser.page);
  const hand = async (selector) => {
    await bringIntoView(browser, selector, chance);
    await cursor.click(selector, {
      hesitate: chance.between(60, 200),
      waitForClick: chance.between(45, 120),
      moveDelay: 200,
      paddingPercentage: 20,
    });
  };
  await readPages(browser, hand, visit);
  await fillForm(browser, hand, visit);
}
