/** Features of the browser and of what was done in its tab. */
import { type Phrases, things } from "./phrase.ts";

export const tabPhrases: Phrases = {
  device_is_automated: {
    yes: "the browser says that a program controls it",
    no: "the browser does not say that a program controls it",
  },
  user_agent_is_automated: {
    yes: "the browser names itself as a program's or a bot's",
    no: "the browser does not name itself as a program's",
  },
  user_agent_is_no_browser: {
    yes: "what called the pages does not name itself as any browser does",
    no: "what called the pages names itself as browsers do",
  },
  user_agent_is_mobile: {
    yes: "the browser is a phone's or a tablet's",
    no: "the browser is no phone's or tablet's",
  },
  platform_agrees: {
    yes: "the browser tells one and the same system everywhere",
    no: "the browser tells two different systems",
  },
  touch_agrees: {
    yes: "the phone has a touch screen, as it should",
    no: "the browser says it is a phone's and has no touch screen",
  },
  desktop_chrome_lacks_plugins: {
    yes: "the browser lacks what every desktop Chrome has",
    no: "the browser has what every desktop Chrome has",
  },
  device_cores: things("processor", "processors", "in the device"),
  device_memory_gb: { of: "memory of the device" },
  device_plugins: { ...things("plugin", "plugins", "in the browser"), none: "no plugins" },
  device_touch_points: {
    one: "1 finger at once on the screen",
    many: "# fingers at once on the screen",
    none: "no touch screen",
  },
  device_languages: {
    ...things("language", "languages", "preferred by the browser"),
    none: "no language preferred by the browser",
  },
  viewport_is_screen: {
    yes: "the page fills the whole screen, as in a browser without a window",
    no: "the browser has a window",
  },
  viewport_exceeds_screen: {
    yes: "the page is larger than the screen that it is on",
    no: "the page fits its screen",
  },
  screen_is_headless_size: {
    yes: "the screen has the size that programs without a screen pretend",
    no: "the screen has a size of its own",
  },
  cookies_are_denied: {
    yes: "the browser takes no cookies",
    no: "the browser takes cookies",
  },
  device_is_remembered: {
    yes: "the device keeps an identifier",
    no: "the device keeps no identifier",
  },

  collection_is_sent: {
    yes: "your server sent the visit's collection id",
    no: "your server sent no collection id of the visit",
  },
  collection_is_known: {
    yes: "the visit was seen by the browser script",
    no: "the visit was never seen by the browser script",
  },
  collection_is_stale: {
    yes: "the visit began more than a day before",
    no: "the visit began within a day",
  },
  collection_age_s: { of: "time since the visit began" },
  since_last_batch_s: { of: "time since the browser last reported" },
  collection_clock_skew_s: { of: "time that the browser's clock is slow" },
  collection_batches: things("report", "reports", "from the browser"),
  collection_gaps: {
    ...things("report", "reports", "from the browser that never came"),
    none: "no report from the browser got lost",
  },
  collection_addresses: things("IP address", "IP addresses", "in one visit"),
  collection_user_agents: things("browser", "different browsers", "in one visit"),
  collection_devices: things("device", "different devices", "in one visit"),
  pages_viewed: { ...things("page", "pages", "viewed"), none: "no page viewed" },
  pages_before_checkout: {
    ...things("page", "pages", "viewed before the checkout"),
    none: "no page viewed before the checkout",
  },
  is_deep_link: {
    yes: "the visit began right at the checkout",
    no: "the visit began before the checkout",
  },
  has_referrer: {
    yes: "the visit came from another page",
    no: "the visit came from no other page",
  },
  landing_to_submit_s: { of: "time from the first page to the booking" },
  last_page_s: { of: "time on the last page" },
  forms_submitted: { ...things("form", "forms", "sent off"), none: "no form sent off" },
  tab_hides: {
    ...things("time", "times", "that the tab was put behind another"),
    none: "the tab never put behind another",
  },

  field_visits: {
    ...things("visit", "visits", "to form fields"),
    none: "no visit to a form field",
  },
  visits_per_field: { of: "visits to each form field" },
  field_focus_s: { of: "time spent in form fields" },
  form_fill_s: { of: "time from the first field to sending the form" },
  keys_pressed: { ...things("key", "keys", "pressed"), none: "no key pressed" },
  keys_per_field: { of: "keys pressed in each form field" },
  key_gap_mean_ms: { of: "time between two keys" },
  key_gap_variation: { of: "unevenness of the typing" },
  corrections_share: { of: "corrections among the keys pressed" },
  pastes: { ...things("paste", "pastes", "into form fields"), none: "nothing pasted" },
  pastes_share: { of: "form fields that were pasted into" },
  email_pastes: {
    ...things("paste", "pastes", "of the e-mail address"),
    none: "the e-mail address not pasted",
  },
  autofills: {
    ...things("form field", "form fields", "filled by the browser"),
    none: "no form field filled by the browser",
  },
  autofills_share: { of: "form fields filled by the browser" },
  untrusted_events: {
    ...things("action", "actions", "that no person did"),
    none: "no action that no person did",
  },
  untouched_fields_share: { of: "form fields that nobody typed into and that are filled" },
  pointer_moves: {
    ...things("movement", "movements", "of the mouse"),
    none: "no movement of the mouse",
  },
  pointer_straightness: { of: "straightness of the mouse's way" },
  clicks_and_touches: {
    ...things("click or touch", "clicks and touches"),
    none: "no click or touch",
  },
  centred_clicks_share: { of: "clicks at the exact centre of a button" },
  scrolls: { ...things("scroll", "scrolls", "on the pages"), none: "no scroll on the pages" },
  scroll_depth_share: { of: "part of the page scrolled through" },
};
