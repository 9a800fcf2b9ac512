/**
 * Evidence that is conclusive by itself: a browser says that a program controls it, a fraud was
 * reported for the same device, telemetry contradicts itself. It is always named among the reasons,
 * however little it adds, since no single fact adds much to a score far above 99.
 *
 * Strong signs with ordinary causes are not here, such as a fraud reported from the same network,
 * patched functions (extensions), a filled honeypot (password managers), or a visit that arrives
 * all at once (a network that was down).
 */

/** What definite evidence is about. Of each subject the summary names one fact. */
export type Subject = "report" | "automation" | "forged" | "copied";

export interface DefiniteEvidence {
  subject: Subject;
  /** Whether the value is definite evidence. */
  holds: (value: number) => boolean;
  /** The fact in the summary, as in "Denied: a program controls the browser". */
  clause: string;
}

const isAny = (value: number) => value > 0;

const report = (identity: string): DefiniteEvidence => ({
  subject: "report",
  holds: isAny,
  clause: `a fraud was reported for the same ${identity}`,
});

const of =
  (subject: Subject) =>
  (clause: string, holds = isAny): DefiniteEvidence => ({ subject, holds, clause });

const automation = of("automation");
const forged = of("forged");
const copied = of("copied");

/** By feature. */
export const definiteEvidence: Readonly<Record<string, DefiniteEvidence>> = {
  person_fraud_reports_365d: report("e-mail address, phone number or account"),
  device_fraud_reports_365d: report("device"),
  // Models of earlier versions read these.
  device_fraud_outcomes: report("device"),
  email_fraud_outcomes: report("e-mail address"),
  phone_fraud_outcomes: report("phone number"),
  booker_fraud_outcomes: report("customer account"),
  card_fraud_outcomes: report("card or account"),
  device_is_automated: automation("a program controls the browser (webdriver)"),
  user_agent_is_automated: automation("the browser identifies itself as a bot or as headless"),
  brands_are_automated: automation("the browser names itself headless"),
  // An unusual extension leaves one trace.
  automation_traces: automation("the browser has traces of automation", (value) => value > 1),
  impossible_events: forged("the recorded visit contains events that cannot be true"),
  // A cached signature fails now and then.
  failed_signatures_share: forged(
    "the requests have a forged, expired or replayed signature",
    (value) => value >= 0.5,
  ),
  replayed_visits: copied("the visit is a recording of another one"),
  devices_per_collection_24h: copied(
    "the visit's ID was used on several devices",
    (value) => value > 1,
  ),
};

export const isDefinite = (name: string, value: number | null): boolean =>
  value !== null && (definiteEvidence[name]?.holds(value) ?? false);
