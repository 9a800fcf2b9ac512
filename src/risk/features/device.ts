/** The device and browser, as the browser script reports them. */
import type { Device } from "../../attempt/telemetry/protocol.ts";
import { count, type Feature, family, flag } from "./feature.ts";
import { fromFacts, notRecorded } from "./from-facts.ts";
import { memoizeRecent } from "./memoize.ts";

const notReported = "No collection is known, or the browser did not report it.";

/** "Cubot" is a phone manufacturer. */
const automated = /headless|(?<!cu)bot\b|crawl|spider|python|curl|phantom/i;
const mobile = /Mobi|Android|iPhone|iPad|iPod/;
const desktopChrome = /^(?!.*(?:Mobi|Android)).*\bChrome\/\d/;
/** Every browser begins its User-Agent this way for historical reasons; most libraries do not. */
const browserPrefix = "Mozilla/5.0 (";

interface UserAgent {
  isAutomated: boolean;
  isMobile: boolean;
  isDesktopChrome: boolean;
  system: System | undefined;
}

/** Most visitors share one of a few hundred, and matching one takes 2 µs. At most 1 MB. */
const rememberedAgents = 512;

const userAgentOf: (agent: string) => UserAgent = memoizeRecent(rememberedAgents, (agent) => ({
  isAutomated: automated.test(agent),
  isMobile: mobile.test(agent),
  isDesktopChrome: desktopChrome.test(agent),
  system: systemOf(agent),
}));

/** A feature of one property of the device; missing where it is undefined. */
const of = (read: (device: Device) => number | boolean | null | undefined) =>
  fromFacts(["device"], ({ device }) => asNumber(read(device)));

/** A feature of the User-Agents that the collection's batches came with. */
const ofAgents = (read: (agents: string[]) => boolean) =>
  fromFacts(["userAgents"], ({ userAgents }) =>
    userAgents.length === 0 ? null : Number(read(userAgents)),
  );

const ofBoth = (read: (device: Device, agents: string[]) => boolean | null) =>
  fromFacts(["device", "userAgents"], ({ device, userAgents }) =>
    userAgents.length === 0 ? null : asNumber(read(device, userAgents)),
  );

export const device: readonly Feature[] = family("device", [
  {
    name: "device_is_automated",
    ...flag,
    meaning: "The browser reports that it is controlled by a program (navigator.webdriver).",
    why: "Fraud at scale and card testing are run by programs. Careful ones hide this; a merchant's own tests do not.",
    missing: notReported,
    ...of(({ webdriver }) => webdriver),
  },
  {
    name: "user_agent_is_automated",
    ...flag,
    meaning: "The browser's User-Agent names a headless browser, a library or a bot.",
    why: "The simplest programs do not even change their User-Agent. No guest's browser says so.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => agents.some((agent) => userAgentOf(agent).isAutomated)),
  },
  {
    name: "user_agent_is_no_browser",
    ...flag,
    meaning: `A User-Agent of the collection does not begin with "${browserPrefix}", as every browser's does.`,
    why: "The batches were sent by a library that imitates the browser script. A privacy tool may send an unusual one.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => !agents.every((agent) => agent.startsWith(browserPrefix))),
  },
  {
    name: "user_agent_is_mobile",
    ...flag,
    meaning: "The User-Agent is a phone's or a tablet's.",
    why: "Phones and computers differ in all behaviour below. Not a sign alone.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => agents.some((agent) => userAgentOf(agent).isMobile)),
  },
  {
    name: "platform_agrees",
    ...flag,
    meaning:
      "The platform that the browser reports to scripts matches a User-Agent of the collection: Windows, Apple, or Linux including Android and ChromeOS.",
    why: "Somebody who fakes the User-Agent often forgets the platform: 0 is a disguise. Requesting a page's desktop version stays within these three.",
    missing: "The browser's platform or User-Agent is unknown, or of another kind.",
    ...ofBoth(platformAgrees),
  },
  {
    name: "touch_agrees",
    ...flag,
    meaning: "The screen supports touch, as the User-Agent of a phone or tablet implies.",
    why: "A program that poses as a phone runs on a machine without a touch screen: 0 is a disguise.",
    missing: "The User-Agent is not a phone's or tablet's, or touch support is unknown.",
    ...ofBoth(({ touchPoints }, agents) => {
      if (touchPoints === undefined || !agents.every((agent) => userAgentOf(agent).isMobile))
        return null;
      return touchPoints > 0;
    }),
  },
  {
    name: "desktop_chrome_lacks_plugins",
    ...flag,
    meaning: "A desktop Chrome, or another Chromium-based browser, reports no plugins.",
    why: "Desktop Chrome lists its PDF viewers, which headless Chrome long did not. A user who disabled the viewer has none either.",
    missing: "The User-Agent is not desktop Chrome's, or the plugins are unknown.",
    ...ofBoth(({ plugins }, agents) => {
      if (plugins === undefined || !agents.every((agent) => userAgentOf(agent).isDesktopChrome))
        return null;
      return plugins === 0;
    }),
  },
  {
    name: "device_cores",
    ...count,
    unit: "cores",
    meaning: "Logical processors that the browser reports.",
    why: "Rented servers have one or two, or very many; phones and laptops have four to sixteen. Some browsers report a fixed number.",
    missing: notReported,
    ...of(({ cores }) => cores),
  },
  {
    name: "device_memory_gb",
    type: "number",
    unit: "GB",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Memory that the browser reports, in coarse steps from 0.25 to 32.",
    why: "Rented servers have little. Only Chromium-based browsers report it, so it is usually missing on iPhones.",
    missing: notReported,
    ...of(({ memoryGb }) => memoryGb),
  },
  {
    name: "device_plugins",
    ...count,
    unit: "plugins",
    meaning:
      "Plugins that the browser reports; desktop browsers have reported five since 2021, phones none.",
    why: "Any other number is an old, unusual or disguised browser.",
    missing: notReported,
    ...of(({ plugins }) => plugins),
  },
  {
    name: "device_touch_points",
    ...count,
    unit: "points",
    meaning: "Simultaneous touches that the screen can distinguish; 0 without a touch screen.",
    why: "Most phones report five, programs on servers none. Computers legitimately have none.",
    missing: notReported,
    ...of(({ touchPoints }) => touchPoints),
  },
  {
    name: "device_languages",
    ...count,
    unit: "languages",
    meaning: "Languages that the browser prefers; 0 where it reports an empty list.",
    why: "None at all indicates a program; people have one to four.",
    missing: notReported,
    // An imported history has only the first one.
    ...fromFacts(["device", "batches"], ({ device }) => device.languages?.length ?? null),
  },
  {
    name: "viewport_is_screen",
    ...flag,
    meaning: "The page fills the entire screen, as in a headless browser; 0 on touch screens.",
    why: "Headless browsers have no window around the page. Full-screen mode and kiosks look the same.",
    missing: notReported,
    ...of((read) => {
      const { screenWidth, screenHeight, viewportWidth, viewportHeight, touchPoints } = read;
      if (!screenWidth || !screenHeight || !viewportWidth || !viewportHeight) return null;
      if (touchPoints) return 0; // Usual on phones.
      return screenWidth === viewportWidth && screenHeight === viewportHeight;
    }),
  },
  {
    name: "viewport_exceeds_screen",
    ...flag,
    meaning: "The viewport is wider or higher than the screen.",
    why: "Programs set one without the other. Zooming out, and pages that are not made for phones, do so legitimately.",
    missing: notReported,
    ...of(({ screenWidth, screenHeight, viewportWidth, viewportHeight }) => {
      if (!screenWidth || !screenHeight || !viewportWidth || !viewportHeight) return null;
      return viewportWidth > screenWidth || viewportHeight > screenHeight;
    }),
  },
  {
    name: "screen_is_headless_size",
    ...flag,
    meaning:
      "The screen is exactly 800 by 600 or 1280 by 720 pixels, the defaults of headless Chrome and Playwright.",
    why: "Programs keep their tool's default. Few real screens have these sizes; old projectors and some small tablets do.",
    missing: notReported,
    ...of(({ screenWidth, screenHeight }) => {
      if (screenWidth === undefined || screenHeight === undefined) return null;
      return (
        (screenWidth === 800 && screenHeight === 600) ||
        (screenWidth === 1280 && screenHeight === 720)
      );
    }),
  },
  {
    name: "cookies_are_denied",
    ...flag,
    meaning: "The browser reports that cookies are disabled.",
    why: "A visitor who avoids recognition stores nothing. Few others book that way: shops need cookies.",
    missing: notReported,
    ...of(({ cookies }) => (cookies === undefined ? undefined : !cookies)),
  },
  {
    name: "device_is_remembered",
    ...flag,
    meaning: "The browser stored a device identifier; 0 where storage is denied.",
    why: "Denied storage makes one device appear as many. Some private windows do so for every visitor.",
    missing: notRecorded,
    ...fromFacts(["device", "deviceIds"], ({ device }) => (device.deviceId ? 1 : 0)),
  },
]);

function asNumber(value: number | boolean | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

type System = "windows" | "apple" | "linux";

/** In this order: Android's User-Agent names Linux, and the iPhone's "like Mac OS X". */
const systems: readonly [System, RegExp][] = [
  ["windows", /^Win|Windows/],
  ["linux", /Linux|Android|CrOS|Chrome ?OS|Chromium OS|X11/],
  ["apple", /Mac|iPhone|iPad|iPod|iOS/],
];

const systemOf = (text: string) => systems.find(([, pattern]) => pattern.test(text))?.[0];

function platformAgrees({ platform }: Device, agents: readonly string[]): boolean | null {
  const own = platform && systemOf(platform);
  if (!own) return null;
  const claimed = agents
    .map((agent) => userAgentOf(agent).system)
    .filter((system) => system !== undefined);
  return claimed.length === 0 ? null : claimed.includes(own);
}
