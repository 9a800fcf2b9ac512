/** Features of typing, of the pointer and of how forms were filled. */
import { counted, type Phrases, technical } from "./phrase.ts";

export const behaviourPhrases: Phrases = {
  field_visits: {
    ...counted("form field visit", "form field visits"),
    none: "no form field visits",
  },
  visits_per_field: technical("visits per form field"),
  field_focus_s: { of: "time in form fields" },
  form_fill_s: { of: "form completion time" },
  keys_pressed: { ...counted("key press", "key presses"), none: "no key presses" },
  keys_per_field: { of: "key presses per form field" },
  key_gap_mean_ms: { of: "mean time between keys" },
  key_gap_variation: { of: "typing rhythm variation" },
  corrections_share: { of: "share of corrections among key presses" },
  pastes: { ...counted("paste", "pastes", "into form fields"), none: "no pastes into form fields" },
  pastes_share: { of: "share of form fields pasted" },
  email_pastes: {
    ...counted("paste", "pastes", "of the e-mail address"),
    none: "no pastes of the e-mail address",
  },
  autofills: {
    ...counted("autofilled form field", "autofilled form fields"),
    none: "no autofilled form fields",
  },
  autofills_share: { of: "share of form fields autofilled" },
  untrusted_events: {
    ...counted("synthetic event", "synthetic events"),
    none: "no synthetic events",
  },
  untouched_fields_share: { of: "share of form fields filled without input events" },
  pointer_moves: {
    ...counted("pointer movement", "pointer movements"),
    none: "no pointer movements",
  },
  pointer_straightness: { of: "straightness of the mouse's path" },
  clicks_and_touches: {
    ...counted("click or touch", "clicks and touches"),
    none: "no clicks or touches",
  },
  centred_clicks_share: { of: "share of clicks at the exact centre of an element" },
  uncaused_inputs_share: { of: "share of inputs without a key, paste or autofill" },
  key_hold_mean_ms: { of: "mean key hold time" },
  key_hold_variation: { of: "key hold variation" },
  rushed_keys_share: { of: "share of keys pressed within 5 ms of the previous release" },
  shiftless_capitals: {
    ...counted("capital letter", "capital letters", "typed without Shift"),
    none: "no capital letters typed without Shift",
  },
  field_jumps_share: { of: "share of form fields visited out of order" },
  hidden_fields_visited: {
    ...counted("hidden form field visited", "hidden form fields visited"),
    none: "no hidden form fields visited",
  },
  hidden_fields_filled: {
    ...counted("hidden form field filled", "hidden form fields filled"),
    none: "no hidden form fields filled",
  },
  pointer_speed_px_s: { of: "pointer speed" },
  pointer_step_variation: { of: "variation of the mouse's steps" },
  pointer_turn_entropy_bits: { of: "variety of the mouse's turns" },
  pointer_axial_steps_share: { of: "share of the mouse's steps along an axis" },
  pointer_alternating_turns_share: { of: "share of the mouse's turns that change sides" },
  pointer_coalesced_ratio: technical("coalesced events per pointer movement"),
  teleported_presses_share: { of: "share of clicks without pointer movement" },
  pressureless_presses_share: { of: "share of clicks without pressure" },
  fractional_moves_share: { of: "share of pointer movements at fractional pixels" },
  press_mean_ms: technical("mean mouse button hold time"),
  swipes: { ...counted("swipe", "swipes"), none: "no swipes" },
  sized_touches_share: { of: "share of touches with a contact area" },
  scrolls: { ...counted("scroll", "scrolls"), none: "no scrolling" },
  bare_at_signs: {
    ...counted("@", "@", "typed with the “2” key and no modifier, which no keyboard layout allows"),
    none: "every @ typed as on a keyboard",
  },
  scroll_leaps_share: { of: "scrolling by a wheel that moved the page at once, without gliding" },
  scroll_depth_share: { of: "scroll depth" },
};
