// Leaves a secret of its own in every field of a page, in every way, sends the form, and gives what
// the page stored and complained of. Without "secrets" it only types a little and waits: on a page
// whose key is for other origins. Its argument: {"page":"http://…","secrets":{…}}.
import { autofill, launch } from "../../../scripts/programs/browser/chromium.mjs";
import { sent, thanked } from "./batches.mjs";

const collectionId = async (page) => {
  const found = await page.waitForFunction(() => window.Service?.getCollectionId());
  return found.jsonValue();
};

const stored = (page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** Selects a word and draws it over into a field, with the mouse. */
async function drop(page, from, to) {
  await page.dblclick(from);
  const [start, end] = [
    await page.locator(from).boundingBox(),
    await page.locator(to).boundingBox(),
  ];
  await page.mouse.move(start.x + 10, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 5, end.y + 5, { steps: 8 });
  await page.mouse.move(end.x + 10, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

async function paste(page, into) {
  await page.click("#copied", { clickCount: 2 });
  await page.keyboard.press("Control+c");
  await page.click(into);
  await page.keyboard.press("Control+v");
}

async function fillEverything(context, page, { typed, chosen, card, file }) {
  for (const [name, text] of Object.entries(typed)) {
    await page.click(`[name=${name}], #${name}`);
    await page.keyboard.type(text, { delay: 3 });
  }
  for (const frame of page.frames().slice(1)) {
    await frame.click("[name=framed]");
    await page.keyboard.type(typed.text);
  }
  for (const name of ["date", "range", "color"]) await page.fill(`[name=${name}]`, chosen[name]);
  await page.selectOption("[name=choice]", chosen.choice);
  await page.check("[name=box]");
  await page.check("[name=radio]");
  const buffer = Buffer.from(file.content);
  await page.setInputFiles("[name=file]", { name: file.name, mimeType: "text/plain", buffer });
  await paste(page, "[name=pasted]");
  await drop(page, "#dragged", "[name=dropped]");
  await autofill(context, page, "[name=cc]", card);
}

const valuesOf = (page, names) =>
  page.evaluate(
    (wanted) => wanted.map((name) => document.querySelector(`[name=${name}]`).value),
    names,
  );

export default async ({ page: address, secrets, referrer }) => {
  const browser = await launch({ autofill: true });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    if (!secrets) {
      await page.goto(address);
      const id = await collectionId(page);
      await page.click("[name=text]");
      await page.keyboard.type("some words", { delay: 20 });
      await page.click("[name=email]");
      for (let batches = 0; batches < 2; batches++) await sent(page);
      return { id, complaints };
    }
    await page.goto(referrer);
    await page.click("a");
    const id = await collectionId(page);
    await fillEverything(context, page, secrets);
    const values = await valuesOf(page, ["pasted", "dropped", "holder"]);
    await sent(page);
    const before = await stored(page);
    await thanked(page, () => page.click("#send"));
    return { id, values, complaints, stored: before + (await stored(page)) };
  } finally {
    await browser.close();
  }
};
