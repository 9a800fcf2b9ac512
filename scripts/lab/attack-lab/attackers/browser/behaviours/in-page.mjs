/** A script in the page, such as a browser extension's: sets values and clicks through the DOM. */
import { roomButton, searchButton, textFields } from "./selectors.mjs";

/** Runs in the page and dispatches the events that frameworks listen for. */
function fillAndBook({ names, person }) {
  const form = document.querySelector("form.details");
  const dispatch = (field, type) => field.dispatchEvent(new Event(type, { bubbles: true }));
  for (const name of [...names, "country"]) {
    const field = form.elements[name];
    field.focus();
    field.value = person[name];
    dispatch(field, "input");
    dispatch(field, "change");
    field.blur();
  }
  form.querySelector("button").click();
}

export async function bookInPage(browser, { site, person, random }) {
  const click = (selector) =>
    browser.evaluate((given) => document.querySelector(given).click(), selector);
  await browser.goto(site);
  await random.pause(400, 1200);
  await click(searchButton);
  await browser.reached("/rooms");
  await random.pause(400, 1200);
  await click(roomButton(2));
  await browser.reached("/checkout");
  await random.pause(400, 1200);
  await browser.evaluate(fillAndBook, { names: textFields, person });
  await browser.reached("/bookings/");
}
