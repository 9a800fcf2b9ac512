/**
 * People who use the page by keyboard, voice, switch, screen reader, head or eyes. In a survey of
 * 15,477 working-age Americans for Microsoft, 17 % of the computer users used an assistive product
 * (Forrester Research 2003, "Accessible Technology in Computing"); only some of these replace the mouse.
 * Assumed: one visit in forty.
 */
import { assistedBehaviour } from "../assistive.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import type { Kind } from "../kind.ts";

export const aid: Kind = {
  name: "aid",
  share: 0.04,
  attempts: 1.1,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const { home } = booking.customer.person;
    const { ip } = booking.customer.browser;
    const browser = { ...browserOf(random, home, desktops), ip };
    // On-screen keyboards and dictation send text without keys, or keys without holding them.
    if (random.chance(0.2)) browser.input = { ...browser.input, keyboard: "instant" };
    else if (random.chance(0.1)) browser.input = { ...browser.input, keyboard: "words" };
    booking.customer.browser = browser;
    booking.behaviour = assistedBehaviour(random);
    return attemptsOf(episode, localTime(episode.at, home), booking);
  },
};
