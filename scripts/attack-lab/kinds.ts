/** Everybody who visits the hotels. */
import { attackers } from "./attackers/index.ts";
import type { Kind } from "./kind.ts";
import { visitors } from "./legitimate/index.ts";

export const kinds: readonly Kind[] = [...visitors, ...attackers];
