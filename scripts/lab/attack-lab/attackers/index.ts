/** All kinds of attackers. `installAttackers()` must be called before the first run. */
import type { Kind } from "../kind.ts";
import { addressFarm } from "./kinds/address-farm.ts";
import { alteredReplay } from "./kinds/altered-replay.ts";
import { deniedThenByHand } from "./kinds/denied-then-by-hand.ts";
import { deniedThenCareful } from "./kinds/denied-then-careful.ts";
import { deniedThenOtherMailbox } from "./kinds/denied-then-other-mailbox.ts";
import { deniedThenScriptBlocked } from "./kinds/denied-then-script-blocked.ts";
import { deniedThenTaggedMailbox } from "./kinds/denied-then-tagged-mailbox.ts";
import { forgedCareful } from "./kinds/forged-careful.ts";
import { forgedNaive } from "./kinds/forged-naive.ts";
import { ghostCursor } from "./kinds/ghost-cursor.ts";
import { inPageScript } from "./kinds/in-page-script.ts";
import { oneDevice } from "./kinds/one-device.ts";
import { patchright } from "./kinds/patchright.ts";
import { patchrightCurves } from "./kinds/patchright-curves.ts";
import { playwright } from "./kinds/playwright.ts";
import { playwrightCurves } from "./kinds/playwright-curves.ts";
import { playwrightHeadful } from "./kinds/playwright-headful.ts";
import { playwrightStealth } from "./kinds/playwright-stealth.ts";
import { profileFarm } from "./kinds/profile-farm.ts";
import { puppeteer } from "./kinds/puppeteer.ts";
import { puppeteerStealth } from "./kinds/puppeteer-stealth.ts";
import { puppeteerStealthHeadless } from "./kinds/puppeteer-stealth-headless.ts";
import { rawHttp } from "./kinds/raw-http.ts";
import { rebrowser } from "./kinds/rebrowser.ts";
import { replayedCollection } from "./kinds/replayed-collection.ts";
import { replayedVisit } from "./kinds/replayed-visit.ts";
import { selenium } from "./kinds/selenium.ts";
import { stolenCollection } from "./kinds/stolen-collection.ts";
import { unknownCollection } from "./kinds/unknown-collection.ts";

export { installAttackers } from "./install.ts";

export const attackers: readonly Kind[] = [
  rawHttp,
  unknownCollection,
  playwright,
  playwrightHeadful,
  puppeteer,
  selenium,
  inPageScript,
  playwrightStealth,
  puppeteerStealth,
  puppeteerStealthHeadless,
  patchright,
  rebrowser,
  ghostCursor,
  playwrightCurves,
  patchrightCurves,
  forgedNaive,
  forgedCareful,
  replayedCollection,
  stolenCollection,
  oneDevice,
  profileFarm,
  deniedThenScriptBlocked,
  deniedThenTaggedMailbox,
  deniedThenOtherMailbox,
  deniedThenCareful,
  deniedThenByHand,
  replayedVisit,
  alteredReplay,
  addressFarm,
];
