/** Whether the browser is what it says, from its own script and from its requests. */
import { count, type Feature, family, flag, share } from "./feature.ts";
import { notSeen, seen, shareOf } from "./tab.ts";

const automated = /headless/i;
const noHeaders =
  "No collection is known, or the browser did not send the header; only Chromium's do over HTTPS.";

/** What a header, which comes in quotes, and a script call one system. */
const systems: readonly [RegExp, string][] = [
  [/^\W*win/i, "windows"],
  [/android/i, "android"],
  [/^\W*(cros|chrome ?os|chromium os)/i, "chromeos"],
  [/^\W*(mac|iphone|ipad|ipod|ios)/i, "apple"],
  [/linux/i, "linux"],
];

const systemOf = (platform: string) => systems.find(([pattern]) => pattern.test(platform))?.[1];

/** "pt-PT" and "pt" are one language. */
const languageOf = (tag: string) => /^[a-z]+/i.exec(tag.trim())?.[0].toLowerCase();

export const integrity: readonly Feature[] = family("device", [
  {
    name: "automation_traces",
    ...count,
    unit: "traces",
    meaning:
      "Different things that automation leaves in a browser and that the script found, 8 at most.",
    why: "A driver's own variables, patched functions, a window without a frame: an honest browser has none, an odd extension makes one.",
    missing: "No collection is known, or its script did not look.",
    ...seen(["traces"], ({ traces }) => traces.length),
  },
  {
    name: "natives_are_patched",
    ...flag,
    meaning: "Functions of the browser that a page never needs to change were changed.",
    why: "Disguises change what the browser says of itself. Some privacy extensions do so honestly.",
    missing: "No collection is known, or its script did not look.",
    ...seen(["traces"], ({ traces }) => Number(traces.includes("native"))),
  },
  {
    name: "window_has_no_frame",
    ...flag,
    meaning: "The browser's window is no larger than the page in it; 0 on touch screens.",
    why: "Headless browsers have no bars around the page. Full-screen mode, kiosks and zooming out look the same.",
    missing: "No collection is known, or its script did not tell.",
    ...seen(["device"], ({ device }) => {
      const { outerWidth, outerHeight, viewportWidth, viewportHeight, touchPoints } = device;
      if (outerWidth === undefined || outerHeight === undefined) return null;
      if (!viewportWidth || !viewportHeight) return null; // Not laid out yet.
      if (touchPoints) return 0; // Phones have none either.
      return Number(outerHeight <= viewportHeight && outerWidth <= viewportWidth);
    }),
  },
  {
    name: "brands_are_automated",
    ...flag,
    meaning: "The browser names itself headless, to its scripts or in its requests' headers.",
    why: "Who changes the User-Agent often leaves the newer names as they were.",
    missing: noHeaders,
    ...seen(["device", "headerBrands"], ({ device, headerBrands }) =>
      Number(automated.test(headerBrands) || (device.brands ?? []).some((b) => automated.test(b))),
    ),
  },
  {
    name: "header_platform_agrees",
    ...flag,
    meaning: "The system in the requests' headers is the one that the browser reports to scripts.",
    why: "A disguise is put on in one place and forgotten in the other: 0 is a disguise.",
    missing: noHeaders,
    ...seen(["device", "headerPlatform"], ({ device, headerPlatform }) => {
      const [told, sent] = [systemOf(device.platform ?? ""), systemOf(headerPlatform)];
      return told && sent ? Number(told === sent) : null;
    }),
  },
  {
    name: "header_language_agrees",
    ...flag,
    meaning: "The first language in the requests' headers is the first that scripts are told.",
    why: "Browsers take both from one setting, programs often set one: 0 is a disguise, or a privacy setting.",
    missing: "No collection is known, or one of the two was not told.",
    ...seen(["device", "headerLanguage"], ({ device, headerLanguage }) => {
      const [told, sent] = [languageOf(device.languages?.[0] ?? ""), languageOf(headerLanguage)];
      return told && sent ? Number(told === sent) : null;
    }),
  },
  {
    name: "plain_batches_share",
    ...share,
    meaning: "Batches that came without the headers of a browser's script, among all of them.",
    why: "Browsers add headers that no page can take away; a program that posts batches by hand may not know them. Very old browsers do not either.",
    missing: notSeen,
    ...seen(["plainBatches", "batches"], ({ plainBatches, batches }) =>
      shareOf(plainBatches, batches),
    ),
  },
]);
