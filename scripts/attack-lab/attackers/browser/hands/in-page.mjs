/** A script inside the page, such as an extension's: sets values and clicks through the DOM. */
import { roomButton, searchButton, textFields } from "./form.mjs";

/** Runs in the page, with the events that frameworks wait for. */
function fillAndBook({ names, person }) {
  const form = document.querySelector("form.details");
  const tell = (field, type) => field.dispatchEvent(new Event(type, { bubbles: true }));
  for (const name of [...names, "country"]) {
    const field = form.elements[name];
    field.focus();
    field.value = person[name];
    tell(field, "input");
    tell(field, "change");
    field.blur();
  }
  form.querySelector("button").click();
}

export async function bookInPage(browser, { site, person, chance }) {
  const click = (selector) =>
    browser.evaluate((given) => document.querySelector(given).click(), selector);
  await browser.goto(site);
  await chance.pause(400, 1200);
  await click(searchButton);
  await browser.reached("/rooms");
  await chance.pause(400, 1200);
  await click(roomButton(2));
  await browser.reached("/checkout");
  await chance.pause(400, 1200);
  await browser.evaluate(fillAndBook, { names: textFields, person });
  await browser.reached("/bookings/");
}
