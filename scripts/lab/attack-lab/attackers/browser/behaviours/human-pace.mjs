/** The pace of a person who reads and types: held keys, uneven gaps, corrected typos, scrolling. */
import { bookButton, roomButton, searchButton, textFields } from "./selectors.mjs";

/** Whether the libraries' keyboard has a key for it; they insert other characters without one. */
const hasKey = (character) => /^[ -~]$/.test(character);

async function stroke(browser, key, random) {
  await browser.keyDown(key);
  await random.pause(45, 115);
  await browser.keyUp(key);
  await random.pause(35, 150);
}

/** With `holdsShift`, capitals are typed with Shift, which no library does by itself. */
async function typeCharacter(browser, character, { random, holdsShift }) {
  if (!hasKey(character)) {
    await browser.insert(character);
    return random.pause(120, 260);
  }
  const shifted = holdsShift && /[A-Z]/.test(character);
  if (shifted) {
    await browser.keyDown("Shift");
    await random.pause(30, 90);
  }
  await stroke(browser, character, random);
  if (shifted) await browser.keyUp("Shift");
}

/** Longer gaps after words and punctuation, and now and then a corrected typo. */
async function typeText(browser, text, visit) {
  const { random } = visit;
  const slipAt = text.length > 6 && random.share() < 0.4 ? Math.floor(text.length / 2) : -1;
  for (const [index, character] of [...text].entries()) {
    if (index === slipAt) {
      await stroke(browser, "e", random);
      await random.pause(160, 420);
      await stroke(browser, "Backspace", random);
    }
    await typeCharacter(browser, character, visit);
    if (/[\s@.]/.test(character)) await random.pause(60, 260);
  }
}

async function scroll(browser, down, random) {
  for (let turned = 0; turned < Math.abs(down); turned += 90) {
    await browser.wheel(down > 0 ? 90 : -90);
    await random.pause(40, 110);
  }
}

/** Scrolls until the element is in view. */
export async function bringIntoView(browser, selector, random) {
  const height = await browser.evaluate(() => innerHeight);
  for (let turns = 0; turns < 30; turns++) {
    const { y, height: own } = await browser.box(selector);
    if (y >= 10 && y + own <= height - 10) return;
    await scroll(browser, y < 10 ? -90 : 90, random);
  }
}

/** Types the first letters, then uses the arrow key, because some names begin alike. */
async function chooseCountry(browser, click, { person, random }) {
  await click("[name=country]");
  await stroke(browser, "Escape", random);
  const name = await browser.evaluate(
    (code) => document.querySelector(`[name=country] option[value=${code}]`).textContent,
    person.country,
  );
  for (const letter of name.slice(0, 4)) await stroke(browser, letter.toLowerCase(), random);
  const chosen = () => browser.evaluate(() => document.querySelector("[name=country]").value);
  for (let steps = 0; steps < 5 && (await chosen()) !== person.country; steps++) {
    await random.pause(200, 500);
    await stroke(browser, "ArrowDown", random);
  }
}

/** @param click moves to an element and clicks it. */
export async function readPages(browser, click, { site, random }) {
  await browser.goto(site);
  await random.pause(900, 1900);
  await scroll(browser, 270, random);
  await random.pause(400, 1000);
  await scroll(browser, -270, random);
  await click(searchButton);
  await browser.reached("/rooms");
  await random.pause(900, 2200);
  await click(roomButton(random.oneOf([1, 2])));
  await browser.reached("/checkout");
  await random.pause(700, 1500);
}

export async function fillForm(browser, click, visit) {
  const { person, random } = visit;
  for (const name of textFields) {
    await click(`[name=${name}]`);
    await random.pause(120, 380);
    await typeText(browser, person[name], visit);
    await random.pause(150, 500);
  }
  await chooseCountry(browser, click, visit);
  await random.pause(500, 1200);
  await click(bookButton);
  await browser.reached("/bookings/");
}
