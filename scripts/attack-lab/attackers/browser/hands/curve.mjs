/** A hand on recorded-like paths: arcs that start and end slowly, tremble and overshoot. */
import { bringIntoView, fillForm, readPages } from "./pace.mjs";

async function follow(browser, from, to, chance) {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const steps = Math.max(7, Math.round(distance / chance.between(14, 24)));
  const bend = distance * chance.between(0.06, 0.2) * (chance.share() < 0.5 ? -1 : 1);
  const across = { x: -(to.y - from.y) / distance, y: (to.x - from.x) / distance };
  for (let step = 1; step <= steps; step++) {
    const share = (1 - Math.cos((Math.PI * step) / steps)) / 2;
    const aside = Math.sin(Math.PI * share) * bend + chance.between(-1.3, 1.3);
    // A mouse reports whole pixels.
    const x = Math.round(from.x + (to.x - from.x) * share + across.x * aside);
    const y = Math.round(from.y + (to.y - from.y) * share + across.y * aside);
    await browser.move(x, y);
    await chance.pause(5, 17);
  }
}

function curvedHand(browser, chance) {
  let at = { x: chance.between(200, 700), y: chance.between(120, 320) };
  return async function click(selector) {
    await bringIntoView(browser, selector, chance);
    const box = await browser.box(selector);
    const goal = {
      x: box.x + box.width * chance.between(0.15, 0.8),
      y: box.y + box.height * chance.between(0.25, 0.75),
    };
    if (chance.share() < 0.4) {
      const beyond = { x: goal.x + chance.between(-25, 25), y: goal.y + chance.between(-18, 18) };
      await follow(browser, at, beyond, chance);
      await chance.pause(40, 120);
      at = beyond;
    }
    await follow(browser, at, goal, chance);
    at = goal;
    await chance.pause(60, 200);
    await browser.press();
    await chance.pause(45, 120);
    await browser.release();
  };
}

export async function readWithCurves(browser, visit) {
  await readPages(browser, curvedHand(browser, visit.chance), visit);
}

export async function bookWithCurves(browser, visit) {
  const hand = curvedHand(browser, visit.chance);
  await readPages(browser, hand, visit);
  await fillForm(browser, hand, visit);
}
