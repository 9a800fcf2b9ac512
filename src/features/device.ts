/** What the booking was made with, from the browser script. */
import type { Device } from "../telemetry/protocol.ts";
import { count, type Feature, family, flag } from "./feature.ts";
import { notSeen, seen } from "./tab.ts";

const untold = "No collection is known, or the browser did not tell.";

/** Cubot makes phones. */
const automated = /headless|(?<!cu)bot\b|crawl|spider|python|curl|phantom/i;
const mobile = /Mobi|Android|iPhone|iPad|iPod/;
const desktopChrome = /^(?!.*(?:Mobi|Android)).*\bChrome\/\d/;
/** Every browser says so, for reasons of 1998; most libraries do not. */
const likeBrowsers = "Mozilla/5.0 (";

/** A feature of one reading of the browser; missing where it is undefined. */
const of = (read: (device: Device) => number | boolean | null | undefined) =>
  seen(["device"], ({ device }) => asNumber(read(device)));

/** A feature of the User-Agents that the collection's batches came with. */
const ofAgents = (read: (agents: string[]) => boolean) =>
  seen(["userAgents"], ({ userAgents }) =>
    userAgents.length === 0 ? null : Number(read(userAgents)),
  );

const ofBoth = (read: (device: Device, agents: string[]) => boolean | null) =>
  seen(["device", "userAgents"], ({ device, userAgents }) =>
    userAgents.length === 0 ? null : asNumber(read(device, userAgents)),
  );

export const device: readonly Feature[] = family("device", [
  {
    name: "device_is_automated",
    ...flag,
    meaning: "The browser says that a program controls it (navigator.webdriver).",
    why: "Fraud at scale is run by programs, and tests of cards even more. Careful ones hide this; a merchant's own tests do not.",
    missing: untold,
    ...of(({ webdriver }) => webdriver),
  },
  {
    name: "user_agent_is_automated",
    ...flag,
    meaning: "The browser's User-Agent names a headless browser, a library or a bot.",
    why: "The simplest programs do not even change what they call themselves. No guest's browser says so.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => agents.some((agent) => automated.test(agent))),
  },
  {
    name: "user_agent_is_no_browser",
    ...flag,
    meaning: `A User-Agent of the collection does not begin with "${likeBrowsers}", as every browser's does.`,
    why: "The batches were made by a library that plays the browser script. A privacy tool may send an odd one.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => !agents.every((agent) => agent.startsWith(likeBrowsers))),
  },
  {
    name: "user_agent_is_mobile",
    ...flag,
    meaning: "The User-Agent is a phone's or a tablet's.",
    why: "Phones and computers behave differently in all that follows. No sign alone.",
    missing: "No User-Agent of the collection is known.",
    ...ofAgents((agents) => agents.some((agent) => mobile.test(agent))),
  },
  {
    name: "platform_agrees",
    ...flag,
    meaning:
      "The system that the browser reports to scripts is that of a User-Agent of the collection: Windows, Apple's, or one on Linux with Android and ChromeOS.",
    why: "Who fakes the User-Agent often forgets this one: 0 is a disguise. Switching to a page's desktop version keeps within these three.",
    missing: "The browser did not tell its platform or User-Agent, or it is of another kind.",
    ...ofBoth(platformAgrees),
  },
  {
    name: "touch_agrees",
    ...flag,
    meaning: "The screen takes touches, as a phone's or tablet's User-Agent says.",
    why: "A program that poses as a phone runs on a machine without a touch screen: 0 is a disguise.",
    missing: "The User-Agent is no phone's or tablet's, or the browser did not tell.",
    ...ofBoth(({ touchPoints }, agents) => {
      if (touchPoints === undefined || !agents.every((agent) => mobile.test(agent))) return null;
      return touchPoints > 0;
    }),
  },
  {
    name: "desktop_chrome_lacks_plugins",
    ...flag,
    meaning: "A desktop Chrome, or a browser made of it, reports no plugins.",
    why: "Chrome with a window lists its PDF viewers, headless Chrome long did not. Whoever turned the viewer off has none either.",
    missing: "The User-Agent is not desktop Chrome's, or the browser did not tell.",
    ...ofBoth(({ plugins }, agents) => {
      if (plugins === undefined || !agents.every((agent) => desktopChrome.test(agent))) return null;
      return plugins === 0;
    }),
  },
  {
    name: "device_cores",
    ...count,
    unit: "cores",
    meaning: "Logical processors that the browser reports.",
    why: "Rented servers have one or two, or very many; phones and laptops four to sixteen. Some browsers report a fixed number.",
    missing: untold,
    ...of(({ cores }) => cores),
  },
  {
    name: "device_memory_gb",
    type: "number",
    unit: "GB",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Memory that the browser reports, in its coarse steps of 0.25 to 32.",
    why: "Rented servers have little. Only browsers made of Chromium tell, so most are missing on iPhones.",
    missing: untold,
    ...of(({ memoryGb }) => memoryGb),
  },
  {
    name: "device_plugins",
    ...count,
    unit: "plugins",
    meaning:
      "Plugins that the browser reports; desktop browsers report five since 2021, phones none.",
    why: "Another number than that is an old, odd or disguised browser.",
    missing: untold,
    ...of(({ plugins }) => plugins),
  },
  {
    name: "device_touch_points",
    ...count,
    unit: "points",
    meaning: "Simultaneous touches that the screen can tell apart; 0 without a touch screen.",
    why: "Most phones report five, programs on servers none. Computers honestly have none.",
    missing: untold,
    ...of(({ touchPoints }) => touchPoints),
  },
  {
    name: "device_languages",
    ...count,
    unit: "languages",
    meaning: "Languages that the browser prefers; 0 where it reports an empty list.",
    why: "None at all is a program; people have one to four.",
    missing: untold,
    // An imported history tells the first one only.
    ...seen(["device", "batches"], ({ device }) => device.languages?.length ?? null),
  },
  {
    name: "viewport_is_screen",
    ...flag,
    meaning:
      "The page fills the whole screen, as in a browser without a window; 0 on touch screens.",
    why: "Headless browsers have no window around the page. Full-screen mode and kiosks look the same.",
    missing: untold,
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
    meaning: "The page's viewport is wider or higher than the screen that it is on.",
    why: "Programs set one without the other. Zooming out, and pages that are not made for phones, do so honestly.",
    missing: untold,
    ...of(({ screenWidth, screenHeight, viewportWidth, viewportHeight }) => {
      if (!screenWidth || !screenHeight || !viewportWidth || !viewportHeight) return null;
      return viewportWidth > screenWidth || viewportHeight > screenHeight;
    }),
  },
  {
    name: "screen_is_headless_size",
    ...flag,
    meaning:
      "The screen is exactly 800 by 600 or 1280 by 720 pixels, which headless Chrome and Playwright set where nobody asks for another.",
    why: "Programs keep their tool's default. Few real screens have these sizes, old projectors and some small tablets among them.",
    missing: untold,
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
    meaning: "The browser says that cookies are turned off.",
    why: "Who does not want to be recognised keeps nothing. Hardly anybody else books that way: shops need cookies.",
    missing: untold,
    ...of(({ cookies }) => (cookies === undefined ? undefined : !cookies)),
  },
  {
    name: "device_is_remembered",
    ...flag,
    meaning:
      "The browser kept a device identifier; 0 where storage is denied: this feature tells just that.",
    why: "Denied storage makes one device look like many. Some private windows do so for everybody.",
    missing: notSeen,
    ...seen(["device", "deviceIds"], ({ device }) => (device.deviceId ? 1 : 0)),
  },
]);

function asNumber(value: number | boolean | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

type System = "windows" | "apple" | "linux";

/** In this order: an Android's User-Agent names Linux, an iPhone's "like Mac OS X". */
const systems: readonly [System, RegExp][] = [
  ["windows", /^Win|Windows/],
  ["linux", /Linux|Android|CrOS|Chrome ?OS|Chromium OS|X11/],
  ["apple", /Mac|iPhone|iPad|iPod|iOS/],
];

const systemOf = (text: string) => systems.find(([, pattern]) => pattern.test(text))?.[0];

function platformAgrees({ platform }: Device, agents: readonly string[]): boolean | null {
  const own = platform && systemOf(platform);
  if (!own) return null;
  const told = agents.map(systemOf).filter((system) => system !== undefined);
  return told.length === 0 ? null : told.includes(own);
}
