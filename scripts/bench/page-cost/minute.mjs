// A minute of use of the page with real input events, identical for every candidate.

const minuteSeconds = 60;
const moveMs = 16;

export const typed = {
  "first-name": "Rosalind",
  "last-name": "Achterberg",
  email: "rosalind.achterberg@example.com",
  phone: "+31 20 555 0134",
  wishes: "A quiet room, if there is one, and a cot for our son.",
};

/** Element positions, read before the minute because reading them takes main-thread time. */
export function places(page) {
  return page.evaluate(() => {
    const middle = (id) => {
      const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const ids = ["first-name", "phone", "wishes", "breakfast", "availability"];
    return Object.fromEntries(ids.map((id) => [id, middle(id)]));
  });
}

/** @param {{ page: object, elsewhere: object, place: object }} visit `elsewhere` is another tab. */
export async function useForAMinute({ page, elsewhere, place }) {
  const pointer = { page, at: { x: 600, y: 500 }, turn: 0 };
  const away = async () => {
    await elsewhere.bringToFront();
    await wait(2500);
    await page.bringToFront();
  };
  const acts = [
    [0, () => glide(pointer, { x: 300, y: 400 }), () => scroll(page, 12, 100)],
    [5, () => glide(pointer, { x: 900, y: 300 }), () => scroll(page, 12, 100)],
    [9, () => scroll(page, 30, -100), () => glide(pointer, place["first-name"])],
    [12, () => type(pointer, ["first-name", "last-name", "email"])],
    [25, () => glide(pointer, place.phone), () => type(pointer, ["phone"])],
    [30, away],
    [35, () => glide(pointer, { x: 500, y: 600 }), () => scroll(page, 20, 80)],
    [38, () => scroll(page, 30, -80), () => glide(pointer, place.wishes)],
    [41, () => type(pointer, ["wishes"])],
    [50, () => glide(pointer, place.breakfast), () => click(pointer)],
    [52, () => glide(pointer, place.availability), () => click(pointer)],
    [54, away],
    [57, () => glide(pointer, { x: 200, y: 700 }), () => scroll(page, 10, 100)],
  ];
  const started = performance.now();
  const until = (second) => wait(started + second * 1000 - performance.now());
  for (const [second, ...parts] of acts) {
    await until(second);
    for (const part of parts) await part();
  }
  await until(minuteSeconds);
  return (performance.now() - started) / 1000;
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Moves along a curve at about 60 moves a second, fastest in the middle. */
async function glide(pointer, to) {
  const from = pointer.at;
  const moves = 50;
  const bend = pointer.turn++ % 2 ? 40 : -60;
  const started = performance.now();
  for (let move = 1; move <= moves; move++) {
    const way = (1 - Math.cos((Math.PI * move) / moves)) / 2;
    const x = from.x + (to.x - from.x) * way;
    const y = from.y + (to.y - from.y) * way + bend * Math.sin(Math.PI * way);
    await pointer.page.mouse.move(x, y);
    await wait(started + move * moveMs - performance.now());
  }
  pointer.at = to;
}

async function scroll(page, ticks, pixels) {
  for (let tick = 0; tick < ticks; tick++) {
    await page.mouse.wheel(0, pixels);
    await wait(30);
  }
}

async function click({ page }) {
  await page.mouse.down();
  await wait(70);
  await page.mouse.up();
}

/** Clicks and types, with one typo and its correction; moves to the next field with Tab. */
async function type(pointer, ids) {
  const { keyboard } = pointer.page;
  await click(pointer);
  for (const [index, id] of ids.entries()) {
    if (index) await keyboard.press("Tab");
    const letters = [...typed[id]];
    for (const [place, letter] of letters.entries()) {
      if (place === 4) for (const key of ["x", "Backspace"]) await keyboard.press(key);
      await keyboard.press(letter, { delay: 40 });
      await wait(40 + ((place * 37) % 90));
    }
  }
}

/** @throws Error where the minute did not run as intended. */
export async function checkMinute(page, seconds) {
  const { values, views } = await page.evaluate((ids) => {
    const values = Object.fromEntries(ids.map((id) => [id, document.getElementById(id).value]));
    const entries = performance.getEntriesByType("visibility-state");
    return { values, views: entries.map(({ name }) => name).join(" ") };
  }, Object.keys(typed));
  const wrong = Object.keys(typed).filter((id) => values[id] !== typed[id]);
  if (wrong.length)
    throw new Error(`The fields do not contain what was typed: ${wrong.join(", ")}`);
  if (!views.endsWith("visible hidden visible hidden visible")) {
    throw new Error(`The tab was not hidden and shown twice: ${views}`);
  }
  if (seconds > minuteSeconds + 2) throw new Error(`The minute took ${seconds.toFixed(1)} s`);
}
