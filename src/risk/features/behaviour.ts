/** Typing and pointer behaviour, in the order of the published catalogue. */
import { type Feature, family } from "./feature.ts";
import { forms } from "./forms.ts";
import { clicks, motion } from "./pointer.ts";
import { typing } from "./typing.ts";

export const behaviour: readonly Feature[] = family("behaviour", [
  ...forms,
  ...clicks,
  ...typing,
  ...motion,
]);
