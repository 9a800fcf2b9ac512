/** What the booking was made with, from the browser script. */
import type { Device } from "../telemetry/protocol.ts";
import { type Attempt, count, type Feature, family, flag } from "./feature.ts";

const notSeen = "No collection is known, or the browser did not tell.";

/** Cubot makes phones. */
const automated = /headless|(?<!cu)bot\b|crawl|spider|python|curl|phantom/i;

const deviceOf = ({ collection }: Attempt): Device | null => collection?.device ?? null;

export const device: readonly Feature[] = family("device", [
  {
    name: "device_is_automated",
    ...flag,
    meaning: "The browser says that a program controls it (navigator.webdriver).",
    missing: notSeen,
    compute: (attempt) => asFlag(deviceOf(attempt)?.webdriver),
  },
  {
    name: "user_agent_is_automated",
    ...flag,
    meaning: "The browser's User-Agent names a headless browser, a library or a bot.",
    missing: notSeen,
    compute: ({ collection }) => {
      const agents = collection?.userAgents ?? [];
      if (agents.length === 0) return null;
      return agents.some((agent) => automated.test(agent)) ? 1 : 0;
    },
  },
  {
    name: "device_cores",
    ...count,
    unit: "cores",
    meaning: "Logical processors that the browser reports.",
    missing: notSeen,
    compute: (attempt) => deviceOf(attempt)?.cores ?? null,
  },
  {
    name: "device_touch_points",
    ...count,
    unit: "points",
    meaning: "Simultaneous touches that the screen can tell apart; 0 without a touch screen.",
    missing: notSeen,
    compute: (attempt) => deviceOf(attempt)?.touchPoints ?? null,
  },
  {
    name: "device_languages",
    ...count,
    unit: "languages",
    meaning: "Languages that the browser prefers.",
    missing: notSeen,
    compute: (attempt) => deviceOf(attempt)?.languages?.length ?? null,
  },
  {
    name: "viewport_is_screen",
    ...flag,
    meaning: "The page fills the whole screen, as in a browser without a window.",
    missing: notSeen,
    compute: (attempt) => {
      const { screenWidth, screenHeight, viewportWidth, viewportHeight, touchPoints } =
        deviceOf(attempt) ?? {};
      if (!screenWidth || !screenHeight || !viewportWidth || !viewportHeight) return null;
      if (touchPoints) return 0; // Usual on phones.
      return screenWidth === viewportWidth && screenHeight === viewportHeight ? 1 : 0;
    },
  },
  {
    name: "device_is_remembered",
    ...flag,
    meaning: "The browser kept a device identifier; 0 where storage is denied.",
    missing: notSeen,
    compute: (attempt) => {
      const seen = deviceOf(attempt);
      return seen && (seen.deviceId ? 1 : 0);
    },
  },
]);

function asFlag(value: boolean | undefined): number | null {
  if (value === undefined) return null;
  return value ? 1 : 0;
}
