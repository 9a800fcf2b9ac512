/** Somebody's first script: the library's own fill and click, nothing hidden, no pauses. */
import { bookButton, roomButton, searchButton, textFields } from "./form.mjs";

export async function bookAsProgram(browser, { site, person, chance, typingMs, deep }) {
  if (deep) await browser.goto(`${site}/checkout`);
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
      await browser.type(selector, person[name], chance.between(...typingMs));
      await chance.pause(150, 600);
    }
  }
  await browser.select("[name=country]", person.country);
  await browser.click(bookButton);
  await browser.reached("/bookings/");
}
