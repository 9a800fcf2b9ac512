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
  automation_traces: {
    ...things("trace", "traces", "of automation in the browser"),
    none: "no trace of automation in the browser",
  },
  natives_are_patched: {
    yes: "functions of the browser were changed",
    no: "no function of the browser was changed",
  },
  window_has_no_frame: {
    yes: "the browser's window has no bars around the page",
    no: "the browser's window has bars around the page",
  },
  brands_are_automated: {
    yes: "the browser names itself as one without a window",
    no: "the browser does not name itself as one without a window",
  },
  header_platform_agrees: {
    yes: "the browser's requests tell the same system as the browser",
    no: "the browser's requests tell another system than the browser",
  },
  header_language_agrees: {
    yes: "the browser's requests tell the same language as the browser",
    no: "the browser's requests tell another language than the browser",
  },
  plain_batches_share: { of: "reports that came without a browser's headers" },

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
  first_batch_delay_s: { of: "time from the visit's start to its first report" },
  told_ahead_s: { of: "time that the visit tells of and that did not pass" },
  impossible_events: {
    ...things("report", "reports", "of the visit that cannot be true"),
    none: "no report of the visit that cannot be true",
  },
  consent_is_denied: {
    yes: "the visitor agreed to being seen only as far as needed",
    no: "the visitor agreed to being seen",
  },
  since_submit_s: { of: "time since the form was sent off" },
  hidden_s: { of: "time that the tab was behind another" },
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
  uncaused_inputs_share: { of: "inputs that no key or paste accounts for" },
  key_hold_mean_ms: { of: "time that a key was held" },
  key_hold_variation: { of: "unevenness of how long keys were held" },
  rushed_keys_share: { of: "keys pressed the moment that the one before was let go" },
  shiftless_capitals: {
    ...things("capital letter", "capital letters", "without the Shift key"),
    none: "no capital letter without the Shift key",
  },
  field_jumps_share: { of: "form fields visited out of their order" },
  hidden_fields_visited: {
    ...things("visit", "visits", "to form fields that nobody can see"),
    none: "no visit to a form field that nobody can see",
  },
  hidden_fields_filled: {
    ...things("form field", "form fields", "that nobody can see filled"),
    none: "no form field that nobody can see filled",
  },
  pointer_speed_px_s: { of: "speed of the mouse" },
  pointer_step_variation: { of: "unevenness of the mouse's steps" },
  pointer_turn_entropy_bits: { of: "mixture of the mouse's turns" },
  pointer_coalesced_ratio: { of: "movements of the mouse for each that was told" },
  teleported_presses_share: { of: "clicks where the mouse had not been moved" },
  pressureless_presses_share: { of: "clicks without pressure" },
  fractional_moves_share: { of: "movements of the mouse to a part of a pixel" },
  press_mean_ms: { of: "time that the mouse's button was held" },
  swipes: { ...things("swipe", "swipes", "over the screen"), none: "no swipe over the screen" },
  sized_touches_share: { of: "touches with the area of a finger" },
  scrolls: { ...things("scroll", "scrolls", "on the pages"), none: "no scroll on the pages" },
  scroll_depth_share: { of: "part of the page scrolled through" },
};
