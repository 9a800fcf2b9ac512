/** Features of the device and the browser. */
import { counted, type Phrases } from "./phrase.ts";

export const devicePhrases: Phrases = {
  device_is_automated: {
    yes: "the browser reports that it is automated",
    no: "the browser does not report that it is automated",
  },
  user_agent_is_automated: {
    yes: "the user agent names a bot or a headless browser",
    no: "the user agent does not name a bot or a headless browser",
  },
  user_agent_is_no_browser: {
    yes: "the user agent matches no known browser",
    no: "the user agent has a browser's form",
  },
  user_agent_is_mobile: {
    yes: "the user agent is a phone's or a tablet's",
    no: "the user agent is not a phone's or a tablet's",
  },
  platform_agrees: {
    yes: "the browser's platform matches its user agent",
    no: "the browser's platform does not match its user agent",
  },
  touch_agrees: {
    yes: "the phone or tablet has a touch screen",
    no: "the browser claims to be a phone or tablet but has no touch screen",
  },
  desktop_chrome_lacks_plugins: {
    yes: "the browser lacks the plugins of desktop Chrome",
    no: "the browser has the plugins of desktop Chrome",
  },
  device_cores: counted("CPU core", "CPU cores"),
  device_memory_gb: { of: "device memory" },
  device_plugins: { ...counted("browser plugin", "browser plugins"), none: "no browser plugins" },
  device_touch_points: {
    ...counted("touch point", "touch points"),
    none: "no touch screen",
  },
  device_languages: {
    ...counted("browser language", "browser languages"),
    none: "no browser languages",
  },
  viewport_is_screen: {
    yes: "the page fills the entire screen",
    no: "the page does not fill the entire screen",
  },
  viewport_exceeds_screen: {
    yes: "the viewport is larger than the screen",
    no: "the viewport fits on the screen",
  },
  screen_is_headless_size: {
    yes: "the screen has exactly 800 × 600 or 1280 × 720 pixels",
    no: "the screen is not exactly 800 × 600 or 1280 × 720 pixels",
  },
  cookies_are_denied: {
    yes: "cookies are disabled",
    no: "cookies are enabled",
  },
  device_is_remembered: {
    yes: "the device has a persistent identifier",
    no: "the device has no persistent identifier",
  },
  automation_traces: {
    ...counted("trace", "traces", "of automation in the browser"),
    none: "no traces of automation in the browser",
  },
  natives_are_patched: {
    yes: "native browser functions are patched",
    no: "native browser functions are intact",
  },
  window_has_no_frame: {
    yes: "the browser window has no frame",
    no: "the browser window has a frame",
  },
  brands_are_automated: {
    yes: "the client hints name a headless browser",
    no: "the client hints do not name a headless browser",
  },
  welcome_agent_share: { of: "share of requests signed by a welcome agent" },
  other_agent_share: { of: "share of requests signed by an agent not on the list of welcome ones" },
  failed_signatures_share: {
    of: "share of requests with a forged, expired or replayed signature",
  },
  header_platform_agrees: {
    yes: "the platform in the request headers matches the browser",
    no: "the platform in the request headers does not match the browser",
  },
  header_language_agrees: {
    yes: "the language in the request headers matches the browser",
    no: "the language in the request headers does not match the browser",
  },
  plain_batches_share: { of: "share of telemetry sent without browser headers" },
};
