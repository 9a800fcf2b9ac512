/** The pace of a person who reads and types: keys held, uneven gaps, slips taken back, scrolls. */
import { bookButton, roomButton, searchButton, textFields } from "./form.mjs";

/** What the libraries' keyboard has keys for; they put in everything else without one. */
const hasKey = (character) => /^[ -~]$/.test(character);

async function stroke(browser, key, chance) {
  await browser.keyDown(key);
  await chance.pause(45, 115);
  await browser.keyUp(key);
  await chance.pause(35, 150);
}

/** `careful` programs know that a capital takes two keys; no library does that by itself. */
async function typeCharacter(browser, character, { chance, careful }) {
  if (!hasKey(character)) {
    await browser.insert(character);
    return chance.pause(120, 260);
  }
  const shifted = careful && /[A-Z]/.test(character);
  if (shifted) {
    await browser.keyDown("Shift");
    await chance.pause(30, 90);
  }
  await stroke(browser, character, chance);
  if (shifted) await browser.keyUp("Shift");
}

/** Longer gaps after words and signs, and now and then a wrong key taken back. */
async function typeText(browser, text, visit) {
  const { chance } = visit;
  const slipAt = text.length > 6 && chance.share() < 0.4 ? Math.floor(text.length / 2) : -1;
  for (const [index, character] of [...text].entries()) {
    if (index === slipAt) {
      await stroke(browser, "e", chance);
      await chance.pause(160, 420);
      await stroke(browser, "Backspace", chance);
    }
    await typeCharacter(browser, character, visit);
    if (/[\s@.]/.test(character)) await chance.pause(60, 260);
  }
}

async function scroll(browser, down, chance) {
  for (let turned = 0; turned < Math.abs(down); turned += 90) {
    await browser.wheel(down > 0 ? 90 : -90);
    await chance.pause(40, 110);
  }
}

/** Scrolls until the element is in view, as one does to click it. */
export async function bringIntoView(browser, selector, chance) {
  const height = await browser.evaluate(() => innerHeight);
  for (let turns = 0; turns < 30; turns++) {
    const { y, height: own } = await browser.box(selector);
    if (y >= 10 && y + own <= height - 10) return;
    await scroll(browser, y < 10 ? -90 : 90, chance);
  }
}

/** By its first letters, then by the arrow: some names begin alike. */
async function chooseCountry(browser, hand, { person, chance }) {
  await hand("[name=country]");
  await stroke(browser, "Escape", chance);
  const name = await browser.evaluate(
    (code) => document.querySelector(`[name=country] option[value=${code}]`).textContent,
    person.country,
  );
  for (const letter of name.slice(0, 4)) await stroke(browser, letter.toLowerCase(), chance);
  const chosen = () => browser.evaluate(() => document.querySelector("[name=country]").value);
  for (let steps = 0; steps < 5 && (await chosen()) !== person.country; steps++) {
    await chance.pause(200, 500);
    await stroke(browser, "ArrowDown", chance);
  }
}

/** @param hand goes to an element and clicks it. */
export async function readPages(browser, hand, { site, chance }) {
  await browser.goto(site);
  await chance.pause(900, 1900);
  await scroll(browser, 270, chance);
  await chance.pause(400, 1000);
  await scroll(browser, -270, chance);
  await hand(searchButton);
  await browser.reached("/rooms");
  await chance.pause(900, 2200);
  await hand(roomButton(chance.oneOf([1, 2])));
  await browser.reached("/checkout");
  await chance.pause(700, 1500);
}

export async function fillForm(browser, hand, visit) {
  const { person, chance } = visit;
  for (const name of textFields) {
    await hand(`[name=${name}]`);
    await chance.pause(120, 380);
    await typeText(browser, person[name], visit);
    await chance.pause(150, 500);
  }
  await chooseCountry(browser, hand, visit);
  await chance.pause(500, 1200);
  await hand(bookButton);
  await browser.reached("/bookings/");
}
