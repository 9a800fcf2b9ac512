/** Features of the visit and the path to the checkout. */
import { counted, type Phrases, technical } from "./phrase.ts";

export const journeyPhrases: Phrases = {
  collection_is_sent: {
    yes: "a collection ID was sent",
    no: "no collection ID was sent",
  },
  collection_is_known: {
    yes: "the browser script recorded the visit",
    no: "the browser script did not record the visit",
  },
  collection_is_stale: {
    yes: "the visit began more than 24 hours before the attempt",
    no: "the visit began within 24 hours of the attempt",
  },
  collection_age_s: { of: "time since the visit began" },
  since_last_batch_s: technical("time since the last telemetry"),
  collection_clock_skew_s: technical("browser clock behind server time"),
  first_batch_delay_s: technical("delay of the first telemetry"),
  told_ahead_s: { of: "time that the visit claims in excess of the time that passed" },
  impossible_events: {
    ...counted("impossible event", "impossible events", "in the telemetry"),
    none: "no impossible events in the telemetry",
  },
  consent_is_denied: {
    yes: "the visitor denied consent to full telemetry",
    no: "the visitor consented to full telemetry",
  },
  since_submit_s: technical("time since the form was submitted"),
  hidden_s: { of: "time with the tab in the background" },
  collection_batches: counted("telemetry batch", "telemetry batches"),
  collection_gaps: {
    ...counted("lost telemetry batch", "lost telemetry batches"),
    none: "no lost telemetry batches",
  },
  collection_addresses: counted("IP address", "IP addresses", "in one visit"),
  collection_user_agents: counted("user agent", "user agents", "in one visit"),
  collection_devices: counted("device", "devices", "in one visit"),
  pages_viewed: { ...counted("page viewed", "pages viewed"), none: "no pages viewed" },
  pages_before_checkout: {
    ...counted("page", "pages", "viewed before the checkout"),
    none: "no pages viewed before the checkout",
  },
  is_deep_link: {
    yes: "the visit began at the checkout",
    no: "the visit began before the checkout",
  },
  has_referrer: {
    yes: "the visit has a referrer",
    no: "the visit has no referrer",
  },
  landing_to_submit_s: { of: "time from landing to submit" },
  last_page_s: { of: "time on the last page" },
  forms_submitted: {
    ...counted("form submission", "form submissions"),
    none: "no form submissions",
  },
  tab_hides: {
    ...counted("switch", "switches", "away from the tab"),
    none: "no switches away from the tab",
  },
};
