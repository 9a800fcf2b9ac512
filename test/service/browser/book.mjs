// Makes one booking on the demonstration's site in Chromium, and gives what its result page shows,
// as JSON. mode "person" goes through all the pages with a hand's movements and a typist's rhythm:
// 20 to 30 seconds. mode "script" opens the checkout by its deep link, sets every value at once and
// submits. "handled" true or false: whether the browser says nothing of being driven, as a person's
// does, which is the default for the person. "booker" sets fields of the form, where the random
// ones will not do. Its argument: {"site":"http://127.0.0.1:3001","mode":"person"}.
import { launch } from "../../../scripts/programs/browser/chromium.mjs";

const between = (low, high) => low + Math.random() * (high - low);
const pause = (low, high) => new Promise((resolve) => setTimeout(resolve, between(low, high)));

const oneOf = (choices) => choices[Math.floor(Math.random() * choices.length)];

/** Somebody else each time, so that one run does not count in the next one's velocity. */
function somebody() {
  const firstName = oneOf(["Ana", "Clara", "Diogo", "Helena", "Miguel", "Rita", "Tiago"]);
  const lastName = oneOf(["Almeida", "Carvalho", "Ferreira", "Moreira", "Pinto", "Teixeira"]);
  const year = Math.floor(between(60, 99));
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${year}@example.com`.toLowerCase(),
    phone: `+35191${Math.floor(between(2_000_000, 9_999_999))}`,
    addressLine: `Rua das Flores ${Math.floor(between(1, 90))}`,
    country: "PT",
  };
}

/** A person's window on a person's screen; a driven browser shows itself as it is. */
const surroundings = (handled) =>
  handled
    ? { viewport: { width: 1280, height: 760 }, screen: { width: 1440, height: 900 } }
    : { viewport: { width: 1280, height: 800 } };

/** A hand: remembers where it is, moves in arcs that start and end slowly, never hits the middle. */
function handOf(page) {
  let at = { x: between(300, 700), y: between(150, 300) };

  async function moveTo(goal) {
    const distance = Math.hypot(goal.x - at.x, goal.y - at.y);
    const steps = Math.max(6, Math.round(distance / 22));
    const bend = distance * between(0.08, 0.22) * (Math.random() < 0.5 ? -1 : 1);
    const across = { x: -(goal.y - at.y) / (distance || 1), y: (goal.x - at.x) / (distance || 1) };
    const from = at;
    for (let step = 1; step <= steps; step++) {
      const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      const aside = Math.sin(Math.PI * share) * bend + between(-1.2, 1.2);
      at = {
        x: from.x + (goal.x - from.x) * share + across.x * aside,
        y: from.y + (goal.y - from.y) * share + across.y * aside,
      };
      await page.mouse.move(at.x, at.y);
      await pause(5, 16);
    }
  }

  return async function click(selector) {
    const target = page.locator(selector).first();
    let box = await target.boundingBox();
    const isOutside = () => box.y + box.height > page.viewportSize().height - 20 || box.y < 0;
    for (let turns = 0; isOutside(); turns++) {
      if (turns === 200) throw new Error(`${selector} does not scroll into view`);
      await page.mouse.wheel(0, box.y < 0 ? -between(90, 160) : between(90, 160));
      await pause(40, 90);
      box = await target.boundingBox();
    }
    await moveTo({
      x: box.x + box.width * between(0.2, 0.45),
      y: box.y + box.height * between(0.3, 0.45),
    });
    await pause(60, 180);
    await page.mouse.down();
    await pause(40, 110);
    await page.mouse.up();
  };
}

/** Uneven gaps, longer after words and signs, and now and then a wrong key taken back. */
async function typeByHand(page, text, slips) {
  const slipsAt = slips ? Math.floor(text.length / 2) : -1;
  for (const [index, character] of [...text].entries()) {
    if (index === slipsAt) {
      await page.keyboard.press("e");
      await pause(180, 420);
      await page.keyboard.press("Backspace");
      await pause(90, 200);
    }
    await page.keyboard.type(character);
    await pause(55, 150);
    if (/[\s@.]/.test(character)) await pause(60, 260);
  }
}

async function bookAsPerson(page, site, booker) {
  const click = handOf(page);
  await page.goto(site);
  await pause(900, 1500);
  await page.mouse.wheel(0, 260);
  await pause(500, 900);
  await page.mouse.wheel(0, -260);
  await pause(300, 600);
  await click("form .button");
  await page.waitForURL("**/rooms?*");
  await pause(900, 1600);
  await click(".room:nth-of-type(2) .button");
  await page.waitForURL("**/checkout?*");
  await pause(700, 1200);
  for (const name of ["firstName", "lastName", "email", "phone", "addressLine"]) {
    await click(`[name=${name}]`);
    await pause(120, 350);
    await typeByHand(page, booker[name], name === "lastName" || name === "email");
    await pause(150, 450);
  }
  // By its first letters, as people do; Playwright's own selectOption makes up the events.
  await click("[name=country]");
  await page.keyboard.press("Escape");
  const country = page.locator(`[name=country] option[value=${booker.country}]`);
  await typeByHand(page, (await country.textContent()).slice(0, 5), false);
  await pause(500, 1000);
  await click("form .button");
}

/**
 * Holds the form back until the service has answered its telemetry. Both leave the browser at the
 * same time, and on a busy machine the form can overtake: the score would then be one without it.
 */
async function telemetryFirst(page) {
  const answers = [];
  const isBatch = (request) => request.url().endsWith("/sdk/batch");
  page.on("request", (request) => {
    if (!isBatch(request)) return;
    answers.push(request.response().catch(() => null)); // None where the browser is closed meanwhile.
  });
  const last = page.waitForRequest(
    (request) => isBatch(request) && request.postData().includes('"kind":"submit"'),
  );
  await page.route("**/book", async (route) => {
    await last;
    await Promise.all(answers);
    await route.continue();
  });
}

async function bookAsScript(page, site, booker) {
  await telemetryFirst(page);
  await page.goto(`${site}/checkout`);
  await page.waitForFunction(() => window.Service?.getCollectionId());
  await page.evaluate((values) => {
    const form = document.querySelector("form");
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    form.querySelector("button").click();
  }, booker);
}

export default async ({ site, mode, booker = {}, handled = mode === "person" }) => {
  const browser = await launch({ handled });
  const started = Date.now();
  try {
    const page = await browser.newPage(surroundings(handled));
    const book = mode === "person" ? bookAsPerson : bookAsScript;
    await book(page, site, { ...somebody(), ...booker });
    await page.waitForURL("**/bookings/*");
    const [request, decision] = await Promise.all(
      ["#request", "#answer"].map((id) => page.locator(id).textContent()),
    );
    const heading = await page.locator("h1").textContent();
    const { collectionId, requestId } = JSON.parse(request);
    const ms = Date.now() - started;
    return { mode, ms, heading, collectionId, requestId, ...JSON.parse(decision) };
  } finally {
    await browser.close();
  }
};
