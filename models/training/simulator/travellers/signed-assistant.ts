/** A public assistant books for a guest and signs its requests. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { signedBehaviour, signedBrowser } from "../signed-agent.ts";

export const signedAssistant: Kind = {
  name: "signed-assistant",
  share: 0.006,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const { home } = booking.customer.person;
    booking.customer.browser = signedBrowser(random, home);
    booking.behaviour = signedBehaviour(random);
    return attemptsOf(episode, localTime(episode.at, home), booking);
  },
};
