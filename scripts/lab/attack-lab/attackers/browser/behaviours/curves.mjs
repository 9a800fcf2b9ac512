/** Human-like mouse paths: arcs that start and end slowly, with tremor and overshoot. */
import { bringIntoView, fillForm, readPages } from "./human-pace.mjs";

async function follow(browser, from, to, random) {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const steps = Math.max(7, Math.round(distance / random.between(14, 24)));
  const bend = distance * random.between(0.06, 0.2) * (random.share() < 0.5 ? -1 : 1);
  const across = { x: -(to.y - from.y) / distance, y: (to.x - from.x) / distance };
  for (let step = 1; step <= steps; step++) {
    const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
    const aside = Math.sin(Math.PI * share) * bend + random.between(-1.3, 1.3);
    // A real mouse reports whole pixels.
    const x = Math.round(from.x + (to.x - from.x) * share + across.x * aside);
    const y = Math.round(from.y + (to.y - from.y) * share + across.y * aside);
    await browser.move(x, y);
    await random.pause(5, 17);
  }
}

function curvedClicker(browser, random) {
  let at = { x: random.between(200, 700), y: random.between(120, 320) };
  return async function click(selector) {
    await bringIntoView(browser, selector, random);
    const box = await browser.box(selector);
    const goal = {
      x: box.x + box.width * random.between(0.15, 0.8),
      y: box.y + box.height * random.between(0.25, 0.75),
    };
    if (random.share() < 0.4) {
      const beyond = { x: goal.x + random.between(-25, 25), y: goal.y + random.between(-18, 18) };
      await follow(browser, at, beyond, random);
      await random.pause(40, 120);
      at = beyond;
    }
    await follow(browser, at, goal, random);
    at = goal;
    await random.pause(60, 200);
    await browser.press();
    await random.pause(45, 120);
    await browser.release();
  };
}

export async function readWithCurves(browser, visit) {
  await readPages(browser, curvedClicker(browser, visit.random), visit);
}

export async function bookWithCurves(browser, visit) {
  const click = curvedClicker(browser, visit.random);
  await readPages(browser, click, visit);
  await fillForm(browser, click, visit);
}
