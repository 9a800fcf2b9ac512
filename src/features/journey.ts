/** The way to the checkout, and how it fits the attempt. */
import { telemetryLimits } from "../telemetry/protocol.ts";
import { count, type Feature, family, flag } from "./feature.ts";
import { notSeen, seen } from "./tab.ts";

const seconds = { type: "number", unit: "s", range: [0, Number.POSITIVE_INFINITY] } as const;
const noCheckout = "No collection is known, or no field for contact or payment was visited.";

const secondsFrom = (from: number, to: number) => Math.max(0, to - from) / 1000;

export const journey: readonly Feature[] = family("journey", [
  {
    name: "collection_is_sent",
    ...flag,
    meaning: "The merchant sent a collection id. 0 where none was: this feature tells just that.",
    why: "Whoever calls the checkout without its page has no collection. So do browsers that block scripts.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (request.collectionId ? 1 : 0),
  },
  {
    name: "collection_is_known",
    ...flag,
    meaning: "The collection id sent is one that the browser script reported to this project.",
    why: "An id that nobody reported is made up or from elsewhere. A blocked or lost report looks the same.",
    source: ["request.collectionId"],
    missing: "No collection id was sent.",
    compute: ({ request, collection }) => {
      if (!request.collectionId) return null;
      return collection ? 1 : 0;
    },
  },
  {
    name: "collection_is_stale",
    ...flag,
    meaning: "The collection began more than 24 hours before the attempt.",
    why: "An id kept to be used again is old. So is a tab left open since yesterday.",
    missing: notSeen,
    ...seen(["firstAt"], ({ firstAt }, { at }) =>
      at - firstAt > telemetryLimits.collectionMsMax ? 1 : 0,
    ),
  },
  {
    name: "collection_age_s",
    ...seconds,
    meaning: "From the collection's first batch to the attempt, by the server's clock.",
    why: "Programs come and book within seconds; people look around.",
    missing: notSeen,
    ...seen(["firstAt"], ({ firstAt }, { at }) => secondsFrom(firstAt, at)),
  },
  {
    name: "since_last_batch_s",
    ...seconds,
    meaning: "From the collection's latest batch to the attempt.",
    why: "Long where an id is used later, away from its page. Slow payment pages lengthen it too.",
    missing: notSeen,
    ...seen(["lastAt"], ({ lastAt }, { at }) => secondsFrom(lastAt, at)),
  },
  {
    name: "collection_clock_skew_s",
    type: "number",
    unit: "s",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning:
      "Arrival of the first batch by the server's clock, less the collection's start by the browser's.",
    why: "A few seconds are the batch's way. Hours off is a clock set to pose as another place, or a replayed batch; some people's clocks are wrong.",
    missing: notSeen,
    ...seen(["firstAt", "startedAt"], ({ firstAt, startedAt }) => (firstAt - startedAt) / 1000),
  },
  {
    name: "first_batch_delay_s",
    ...seconds,
    meaning:
      "From the collection's start to sending the first of its batches that came, by the browser's clock.",
    why: "The script sends within a second; a batch that tells of minutes was made by hand. A network that was down delays it too.",
    missing: notSeen,
    ...seen(["firstDelayMs"], ({ firstDelayMs }) => Math.max(0, firstDelayMs) / 1000),
  },
  {
    name: "told_ahead_s",
    type: "number",
    unit: "s",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning:
      "Time that the collection's events tell of, less the time that passed between its batches by the server's clock.",
    why: "About as long as the first batch took, where somebody really looked around. A visit of minutes that arrives within a second was made up, or a network was down.",
    missing: notSeen,
    ...seen(
      ["firstAt", "lastAt", "lastEventAt"],
      ({ firstAt, lastAt, lastEventAt }) => (lastEventAt - (lastAt - firstAt)) / 1000,
    ),
  },
  {
    name: "impossible_events",
    ...count,
    unit: "events",
    meaning:
      "Events of the collection that cannot be true: later than they were sent, a path shorter than its straight line, more clicks in the centre than clicks, and the like.",
    why: "Who makes up what a browser would report forgets how its numbers hang together. A clock that was set meanwhile makes a few.",
    missing: notSeen,
    ...seen(["impossibleEvents"], ({ impossibleEvents }) => impossibleEvents),
  },
  {
    name: "consent_is_denied",
    ...flag,
    meaning: "The visitor agreed to no more than is strictly needed, so that little was watched.",
    why: "No sign alone: it says why so much is missing. A program may deny too, to be seen less.",
    missing: "No collection is known, or the page asked nobody.",
    ...seen(["consent"], ({ consent }) => Number(consent === "denied")),
  },
  {
    name: "since_submit_s",
    ...seconds,
    meaning:
      "From the latest submit of a form in the tab to the attempt, by the server's clock as far as it knows the browser's.",
    why: "The shop asks at once; a longer while is an id used away from its page. A slow payment page lengthens it too.",
    missing: "No collection is known, or no form was submitted.",
    ...seen(
      ["startedAt", "lastSubmitAt", "clockOffsetMs"],
      ({ startedAt, lastSubmitAt, clockOffsetMs }, { at }) =>
        secondsFrom(startedAt + lastSubmitAt + clockOffsetMs, at),
    ),
  },
  {
    name: "hidden_s",
    ...seconds,
    meaning: "Time that the tab was hidden behind another tab or window, until it was shown again.",
    why: "Going to and fro between a list and a form takes its seconds. So does comparing prices.",
    missing: notSeen,
    ...seen(["hiddenMs"], ({ hiddenMs }) => hiddenMs / 1000),
  },
  {
    name: "collection_batches",
    ...count,
    unit: "batches",
    meaning: "Batches of the collection that arrived up to the attempt.",
    why: "A played collection is one or two. People who stay longer send more.",
    missing: notSeen,
    ...seen(["batches"], ({ batches }) => batches),
  },
  {
    name: "collection_gaps",
    ...count,
    unit: "batches",
    meaning: "Batches of the collection that never came though a later one did, counted up to 64.",
    why: "Who deletes what tells against him leaves gaps. A bad mobile network does too.",
    missing: notSeen,
    ...seen(["missing"], ({ missing }) => Math.min(64, missing.length)),
  },
  {
    name: "collection_addresses",
    ...count,
    unit: "addresses",
    meaning: "IP addresses that the collection's batches came from; counted up to 8.",
    why: "A tab passed on, or a proxy that changes for every call, has several. A phone that leaves its Wi-Fi has two.",
    missing: notSeen,
    ...seen(["ips", "batches"], ({ ips }) => ips.length),
  },
  {
    name: "collection_user_agents",
    ...count,
    unit: "user agents",
    meaning: "Browsers that the collection's batches came from; counted up to 8.",
    why: "One tab is one browser: two are an id used by somebody else, or a disguise put on halfway.",
    missing: notSeen,
    ...seen(["userAgents", "batches"], ({ userAgents }) => userAgents.length),
  },
  {
    name: "collection_devices",
    ...count,
    unit: "devices",
    meaning: "Device identifiers that the collection's batches came with; counted up to 8.",
    why: "One tab is one device: two are storage wiped meanwhile, or an id used elsewhere. 0 is denied storage.",
    missing: notSeen,
    ...seen(["deviceIds", "batches"], ({ deviceIds }) => deviceIds.length),
  },
  {
    name: "pages_viewed",
    ...count,
    unit: "pages",
    meaning: "Page views of the tab up to the attempt.",
    why: "People compare rooms; fraud knows what it wants and sees one or two pages.",
    missing: notSeen,
    ...seen(["pages"], ({ pages }) => pages),
  },
  {
    name: "pages_before_checkout",
    ...count,
    unit: "pages",
    meaning:
      "Page views before the first one where a field for contact or payment details was visited.",
    why: "People come to the checkout by way of other pages. A saved link or a shop on one page has none.",
    missing: noCheckout,
    ...seen(["firstFieldPage"], ({ firstFieldPage }) => firstFieldPage),
  },
  {
    name: "is_deep_link",
    ...flag,
    meaning:
      "The first page of the tab is the one where a field for contact or payment details was first visited.",
    why: "Programs and resellers call the checkout directly. So do guests with a link from an e-mail or a comparison site.",
    missing: noCheckout,
    ...seen(["firstFieldPage"], ({ firstFieldPage }) => (firstFieldPage === 0 ? 1 : 0)),
  },
  {
    name: "has_referrer",
    ...flag,
    meaning: "The first page of the tab was reached from another page.",
    why: "Most visits come from a search or a link. Typed addresses, apps and programs have no referrer.",
    missing: "No collection is known, or its first page was not reported.",
    ...seen(["referrerHost"], ({ referrerHost }) => (referrerHost ? 1 : 0)),
  },
  {
    name: "landing_to_submit_s",
    ...seconds,
    meaning:
      "From the start of the tab's collection to the latest submit of a form, by the browser's clock.",
    why: "People need minutes from arriving to booking, programs seconds. Very long is a tab left open.",
    missing: "No collection is known, or no form was submitted.",
    ...seen(["lastSubmitAt"], ({ lastSubmitAt }) => lastSubmitAt / 1000),
  },
  {
    name: "last_page_s",
    ...seconds,
    meaning: "From opening the last page to the submit of its form, or to the last event seen.",
    why: "Programs leave a page at once. Autofill is quick, too, and normal.",
    source: ["collection", "collection.pages", "collection.submit"],
    missing: "No collection is known, or no page was reported.",
    compute: ({ collection }) => {
      const end = collection?.lastSubmitAt ?? collection?.lastEventAt ?? null;
      const start = collection?.lastPageAt ?? null;
      return start === null || end === null ? null : secondsFrom(start, end);
    },
  },
  {
    name: "forms_submitted",
    ...count,
    unit: "submits",
    meaning: "Submits of forms in the tab up to the attempt.",
    why: "Cards tried one after another submit again and again. Searches and log-ins are forms as well.",
    missing: notSeen,
    ...seen(["submits"], ({ submits }) => submits),
  },
  {
    name: "tab_hides",
    ...count,
    unit: "times",
    meaning: "Times that the tab was hidden behind another tab or window.",
    why: "Who copies stolen data from a list goes to and fro. So does whoever looks for a code or compares prices.",
    missing: notSeen,
    ...seen(["hides"], ({ hides }) => hides),
  },
]);
