/** Whether the browser is what it claims to be, from its script and from its request headers. */
import { count, type Feature, family, flag, share } from "./feature.ts";
import { fromFacts, notRecorded, shareOf } from "./from-facts.ts";

const automated = /headless/i;
const noHeaders =
  "No collection is known, or the browser did not send the header; only Chromium-based ones do, over HTTPS.";

/** What a header, which is quoted, and a script call the same system. */
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
    meaning: "Distinct traces of automation that the script found in the browser, 8 at most.",
    why: "A driver's own variables, patched functions, a window without a frame: a normal browser has none, an unusual extension causes one.",
    missing: "No collection is known, or its script did not check.",
    ...fromFacts(["traces"], ({ traces }) => traces.length),
  },
  {
    name: "natives_are_patched",
    ...flag,
    meaning: "Native browser functions that a page never needs to change were changed.",
    why: "Disguises change what the browser says about itself. Some privacy extensions do so legitimately.",
    missing: "No collection is known, or its script did not check.",
    ...fromFacts(["traces"], ({ traces }) => Number(traces.includes("native"))),
  },
  {
    name: "window_has_no_frame",
    ...flag,
    meaning: "The browser's window is no larger than the page in it; 0 on touch screens.",
    why: "Headless browsers have no bars around the page. Full-screen mode, kiosks and zooming out look the same.",
    missing: "No collection is known, or its script did not report it.",
    ...fromFacts(["device"], ({ device }) => {
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
    meaning:
      "The browser names itself headless in its client hints, to scripts or in request headers.",
    why: "Somebody who changes the User-Agent often leaves the client hints unchanged.",
    missing: noHeaders,
    ...fromFacts(["device", "headerBrands"], ({ device, headerBrands }) =>
      Number(automated.test(headerBrands) || (device.brands ?? []).some((b) => automated.test(b))),
    ),
  },
  {
    name: "header_platform_agrees",
    ...flag,
    meaning: "The platform in the request headers is the one that the browser reports to scripts.",
    why: "A disguise is applied in one place and forgotten in the other: 0 is a disguise.",
    missing: noHeaders,
    ...fromFacts(["device", "headerPlatform"], ({ device, headerPlatform }) => {
      const [reported, sent] = [systemOf(device.platform ?? ""), systemOf(headerPlatform)];
      return reported && sent ? Number(reported === sent) : null;
    }),
  },
  {
    name: "header_language_agrees",
    ...flag,
    meaning:
      "The first language in the request headers is the first that the browser reports to scripts.",
    why: "Browsers take both from one setting, programs often set only one: 0 is a disguise, or a privacy setting.",
    missing: "No collection is known, or one of the two is unknown.",
    ...fromFacts(["device", "headerLanguage"], ({ device, headerLanguage }) => {
      const [reported, sent] = [
        languageOf(device.languages?.[0] ?? ""),
        languageOf(headerLanguage),
      ];
      return reported && sent ? Number(reported === sent) : null;
    }),
  },
  {
    name: "plain_batches_share",
    ...share,
    meaning: "Batches that arrived without the headers of a browser's script, among all of them.",
    why: "Browsers add headers that no page can remove; a program that posts batches itself may omit them. So do very old browsers.",
    missing: notRecorded,
    ...fromFacts(["plainBatches", "batches"], ({ plainBatches, batches }) =>
      shareOf(plainBatches, batches),
    ),
  },
]);
