/** A beginner's script: the library's own fill and click, without disguise or pauses. */
import { bookButton, roomButton, searchButton, textFields } from "./selectors.mjs";

export async function bookAsProgram(browser, { site, person, random, typingMs, startsAtCheckout }) {
  if (startsAtCheckout) await browser.goto(`${site}/checkout`);
  else {
    await browser.goto(site);
    await browser.click(searchButton);
    await browser.reached("/rooms");
    await browser.click(roomButton(2));
    await browser.reached("/checkout");
  }
  for (const name of textFields) {
    const selector = `[name=${name}]`;
    if (!typingMs) await browser.fill(selector, person[name]);
    else {
      await browser.click(selector);
      await browser.type(selector, person[name], random.between(...typingMs));
      await random.pause(150, 600);
    }
  }
  await browser.select("[name=country]", person.country);
  await browser.click(bookButton);
  await browser.reached("/bookings/");
}
