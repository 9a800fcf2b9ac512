/** Of the device, the browser, the visit and how the form was filled. */
import { high, low, neither, type Tendencies, unusual } from "./tendency.ts";

const program = (does: string) => `Programs ${does}.`;
const ordinaryBrowser = "Guests' browsers are like this.";
const ordinaryTyping = "People type like this.";
const ordinaryPointer = "People move a pointer like this.";
const ordinaryPress = "People press a button like this.";
const ordinaryForm = "People fill in a form like this.";
const ordinaryVisit = "Guests' visits are like this.";

const deviceTendencies: Tendencies = {
  device_is_automated: high("A program controls the browser.", ordinaryBrowser),
  user_agent_is_automated: high("A program sends the requests.", ordinaryBrowser),
  user_agent_is_no_browser: high("A program poses as the browser script.", ordinaryBrowser),
  user_agent_is_mobile: neither,
  platform_agrees: low("Whoever disguises a browser forgets the platform.", ordinaryBrowser),
  touch_agrees: low("A program that poses as a phone has no touch screen.", ordinaryBrowser),
  desktop_chrome_lacks_plugins: high(
    program("run browsers without these plugins"),
    ordinaryBrowser,
  ),
  device_cores: unusual("Rented servers, on which programs run, look like this.", ordinaryBrowser),
  device_memory_gb: low("Rented servers, on which programs run, have little.", ordinaryBrowser),
  device_plugins: unusual("Disguised and automated browsers differ here.", ordinaryBrowser),
  device_touch_points: neither,
  device_languages: low(program("often report no language"), ordinaryBrowser),
  viewport_is_screen: high(
    program("run browsers without a window around the page"),
    ordinaryBrowser,
  ),
  viewport_exceeds_screen: high(program("set one size and forget the other"), ordinaryBrowser),
  screen_is_headless_size: high(program("keep this default size"), ordinaryBrowser),
  cookies_are_denied: high(
    "Fraud avoids being recognised.",
    "Guests' browsers accept cookies, as shops need them.",
  ),
  device_is_remembered: low(
    "Denied storage lets one device of a fraud ring appear as many.",
    "Guests' browsers store an identifier.",
  ),
  automation_traces: high(program("leave such traces"), ordinaryBrowser),
  natives_are_patched: high("Disguises change what a browser says of itself.", ordinaryBrowser),
  window_has_no_frame: high(program("run browsers without a window frame"), ordinaryBrowser),
  brands_are_automated: high("A program controls the browser.", ordinaryBrowser),
  header_platform_agrees: low(
    "A disguise is applied in one place and forgotten in the other.",
    ordinaryBrowser,
  ),
  header_language_agrees: low(
    "A disguise is applied in one place and forgotten in the other.",
    ordinaryBrowser,
  ),
  plain_batches_share: high(
    "Programs that send telemetry themselves omit these headers.",
    ordinaryBrowser,
  ),
  welcome_agent_share: low(
    "Programs that do not say who they are sign nothing.",
    "The agent is welcome here and books for guests.",
  ),
  other_agent_share: high(
    "A program made the booking, and its agent is not on the list of welcome ones.",
    "Guests book without an agent.",
  ),
  failed_signatures_share: high(
    "A program poses as an agent.",
    "Guests and welcome agents send no failed signature.",
  ),
};

const journeyTendencies: Tendencies = {
  collection_is_sent: low(
    "Programs that call the checkout without its page have no visit.",
    "Guests book through the page.",
  ),
  collection_is_known: low(
    "Programs invent a collection ID or copy one from elsewhere.",
    "Guests' visits are recorded.",
  ),
  collection_is_stale: high("Copied visits are stored for later use.", ordinaryVisit),
  collection_age_s: low("Programs arrive and book within seconds.", "People look around first."),
  since_last_batch_s: high("Copied visits are used away from their page.", ordinaryVisit),
  collection_clock_skew_s: unusual(
    "Replayed visits and disguised browsers have another clock.",
    "Guests' clocks are about right.",
  ),
  first_batch_delay_s: high("Fabricated visits claim minutes at once.", ordinaryVisit),
  told_ahead_s: high("Fabricated visits claim more time than passed.", ordinaryVisit),
  impossible_events: high(
    "Fabricated telemetry contradicts itself.",
    "Guests' visits do not contradict themselves.",
  ),
  consent_is_denied: neither,
  since_submit_s: high("Copied visits are used away from their page.", ordinaryVisit),
  hidden_s: neither,
  collection_batches: low("Fabricated visits have one or two.", ordinaryVisit),
  collection_gaps: high("Programs drop the telemetry that shows them.", ordinaryVisit),
  collection_addresses: high("Programs change proxies within a visit.", ordinaryVisit),
  collection_user_agents: high(
    "The visit's ID was copied, or a disguise was incomplete.",
    ordinaryVisit,
  ),
  collection_devices: unusual(
    "The visit's ID was copied to another device by a program.",
    ordinaryVisit,
  ),
  pages_viewed: low("Fraud knows what it wants and views few pages.", "People compare rooms."),
  pages_before_checkout: low(
    "Programs go straight to the checkout.",
    "People reach the checkout through other pages.",
  ),
  is_deep_link: high("Programs go straight to the checkout.", "People arrive before the checkout."),
  has_referrer: low("Programs come from no other page.", "Guests come from a search or a link."),
  landing_to_submit_s: low("Programs book within seconds.", "People take minutes to book."),
  last_page_s: low("Programs leave a page at once.", "People take time for a page."),
  forms_submitted: high("Card testing submits a form again and again.", ordinaryVisit),
  tab_hides: neither,
};

const behaviourTendencies: Tendencies = {
  field_visits: low("Programs fill in forms without visiting the fields.", ordinaryForm),
  visits_per_field: unusual("Fraud tries out stolen data.", ordinaryForm),
  field_focus_s: low("Programs need no time in a field.", ordinaryForm),
  form_fill_s: low("Programs fill in a form within seconds.", ordinaryForm),
  keys_pressed: low("Programs fill in forms without keys.", ordinaryForm),
  keys_per_field: low("Programs fill in forms without keys.", ordinaryForm),
  key_gap_mean_ms: unusual("Programs type too fast, or at a fixed rate.", ordinaryTyping),
  key_gap_variation: low("Programs type evenly.", ordinaryTyping),
  corrections_share: unusual("Programs make no typing errors.", ordinaryTyping),
  pastes: high("Stolen data is pasted from a list.", ordinaryForm),
  pastes_share: high("Stolen data is pasted from a list.", ordinaryForm),
  email_pastes: high("Whoever uses many invented mailboxes pastes them.", ordinaryForm),
  autofills: low(
    "Another person's browser does not know the owner of a stolen card.",
    "The browser knows its user, as guests' browsers do.",
  ),
  autofills_share: low(
    "Another person's browser does not know the owner of a stolen card.",
    "The browser knows its user, as guests' browsers do.",
  ),
  untrusted_events: high("Programs inside a page dispatch such events.", ordinaryForm),
  untouched_fields_share: high("Programs set fields without any input.", ordinaryForm),
  pointer_moves: low("Programs need no pointer.", ordinaryPointer),
  pointer_straightness: high("Programs move in straight lines.", ordinaryPointer),
  clicks_and_touches: low("Programs need neither.", ordinaryVisit),
  centred_clicks_share: high("Programs click at the exact centre.", "People click off the centre."),
  uncaused_inputs_share: high("Programs set whole values at once.", ordinaryForm),
  key_hold_mean_ms: low("Programs release a key at once.", ordinaryTyping),
  key_hold_variation: low("Programs hold every key equally long.", ordinaryTyping),
  rushed_keys_share: high("Programs press the next key at once.", ordinaryTyping),
  shiftless_capitals: high("Programs send capitals without Shift.", ordinaryTyping),
  bare_at_signs: high("Programs press the one key of an American keyboard.", ordinaryTyping),
  field_jumps_share: high("Programs visit fields in an order of their own.", ordinaryForm),
  hidden_fields_visited: high("Only programs visit invisible fields.", ordinaryForm),
  hidden_fields_filled: high("Programs fill every field that they find.", ordinaryForm),
  pointer_speed_px_s: unusual("Programs cross a page at once or at a fixed rate.", ordinaryPointer),
  pointer_step_variation: unusual("Programs move in equal steps, or at random.", ordinaryPointer),
  pointer_turn_entropy_bits: unusual(
    "Programs compute the curve that they move on.",
    ordinaryPointer,
  ),
  pointer_axial_steps_share: unusual(
    "Programs move along an axis almost never, or always.",
    ordinaryPointer,
  ),
  pointer_alternating_turns_share: unusual(
    "Programs bend a path to one side, or shake it at every step.",
    ordinaryPointer,
  ),
  pointer_coalesced_ratio: low("Programs send one movement at a time.", ordinaryPointer),
  teleported_presses_share: high("Programs jump to what they press.", ordinaryPress),
  pressureless_presses_share: high("Programs omit the pressure.", ordinaryPress),
  fractional_moves_share: high("Programs compute the points that they move to.", ordinaryPointer),
  press_mean_ms: low("Programs release a button at once.", ordinaryPress),
  swipes: low("A program that poses as a phone does not swipe.", "People swipe to scroll."),
  sized_touches_share: low("A program's touch is a point.", "People's fingers cover an area."),
  scrolls: low("Programs do not have to scroll.", "People scroll to read."),
  scroll_leaps_share: high(
    "Programs move the page at once.",
    "People's browsers glide to a place.",
  ),
  scroll_depth_share: low("Programs do not look down a page.", "People look down a page."),
};

export const visitTendencies: Tendencies = {
  ...deviceTendencies,
  ...journeyTendencies,
  ...behaviourTendencies,
};
