/** All kinds of legitimate visitors. */
import type { Kind } from "../kind.ts";
import { autofill } from "./autofill.ts";
import { emailPaster } from "./email-paster.ts";
import { fastTypist } from "./fast-typist.ts";
import { keyboardOnly } from "./keyboard-only.ts";
import { returningGuest } from "./returning-guest.ts";
import { screenReader } from "./screen-reader.ts";
import { scriptBlocker } from "./script-blocker.ts";
import { slowTypist } from "./slow-typist.ts";
import { touch } from "./touch.ts";

export const visitors: readonly Kind[] = [
  fastTypist,
  slowTypist,
  emailPaster,
  autofill,
  keyboardOnly,
  touch,
  screenReader,
  returningGuest,
  scriptBlocker,
];
