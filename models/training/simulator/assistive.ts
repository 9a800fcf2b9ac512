/**
 * How people use a page who cannot, or do not want to, use a mouse. There are no public recordings of
 * them; what each aid sends is from its documentation and from the browsers' accessibility interfaces:
 *
 * - keyboard: Tab, Enter and Space. A button pressed by a key is a click at its centre, without a press
 *   or a move of the pointer.
 * - voice: text is inserted as a whole; "click Book" presses the control at its centre.
 * - switch or screen reader: the pointer does not move; controls are pressed through the accessibility
 *   interface, at their centre, and visits are long.
 * - head or eye: a camera moves the pointer, without rest and in jumps; a dwell is the click, which has
 *   no press, or a short and always equal one.
 */
import { type Behaviour, humanBehaviour } from "./behaviour.ts";
import type { Random } from "./random.ts";

export type Aid = "keyboard" | "voice" | "switch" | "eyes";

export function assistedBehaviour(random: Random, aid?: Aid): Behaviour {
  return ways[aid ?? random.weighted({ keyboard: 40, voice: 22, switch: 20, eyes: 18 })](random);
}

const patience = (random: Random, behaviour: Behaviour, factor: number): Behaviour => ({
  ...behaviour,
  thinkMs: behaviour.thinkMs * random.between(1, factor),
  dwellMs: behaviour.dwellMs * random.between(1, factor),
});

const still = { movesPerS: 0, movesPerClick: 0, msPerMove: null } as const;

const ways = {
  keyboard(random: Random): Behaviour {
    const behaviour = patience(random, humanBehaviour(random), 1.6);
    const pressed = {
      teleports: 1,
      centred: random.between(0.9, 1),
      pressMs: 0,
      pressVariation: 0,
    };
    return { ...behaviour, pointing: { ...behaviour.pointing, ...still, ...pressed } };
  },
  voice(random: Random): Behaviour {
    const behaviour = patience(random, humanBehaviour(random), 2.5);
    const spoken = { typed: random.between(2, 20), inserted: 80 };
    const pressed = {
      teleports: 1,
      centred: random.between(0.8, 1),
      pressMs: random.between(0, 5),
    };
    return {
      ...behaviour,
      filling: spoken,
      emailFilling: { typed: 45, inserted: 45, autofilled: 10 },
      scrolls: behaviour.scrolls * 0.6,
      pointing: { ...behaviour.pointing, ...still, ...pressed },
    };
  },
  switch(random: Random): Behaviour {
    const behaviour = patience(random, humanBehaviour(random), 5);
    const slow = random.between(1.5, 4);
    const pressed = {
      teleports: 1,
      centred: random.between(0.6, 1),
      pressMs: random.between(0, 30),
    };
    return {
      ...behaviour,
      gapMs: Math.min(3000, behaviour.gapMs * slow),
      filling: { typed: 70, inserted: 15, autofilled: 15 },
      scrolls: random.chance(0.5) ? 0 : 1,
      pointing: { ...behaviour.pointing, ...still, ...pressed, pressVariation: 0 },
    };
  },
  eyes(random: Random): Behaviour {
    const behaviour = patience(random, humanBehaviour(random), 3);
    return {
      ...behaviour,
      filling: { typed: 60, inserted: 30, autofilled: 10 },
      pointing: {
        ...behaviour.pointing,
        movesPerS: random.around(25, 0.4),
        centred: random.between(0, 0.2),
        teleports: random.between(0, 0.4),
        pressMs: random.chance(0.6) ? random.between(0, 12) : random.between(40, 120),
        pressVariation: random.between(0, 0.05),
      },
    };
  },
};
