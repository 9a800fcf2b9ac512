/** The visit, the path to the checkout, and how they fit the attempt. */
import { telemetryLimits } from "../../attempt/telemetry/protocol.ts";
import { count, type Feature, family, flag } from "./feature.ts";
import { fromFacts, notRecorded } from "./from-facts.ts";

const seconds = { type: "number", unit: "s", range: [0, Number.POSITIVE_INFINITY] } as const;
const noCheckout = "No collection is known, or no field for contact or payment was visited.";

const secondsFrom = (from: number, to: number) => Math.max(0, to - from) / 1000;

export const journey: readonly Feature[] = family("journey", [
  {
    name: "collection_is_sent",
    ...flag,
    meaning: "The merchant sent a collection id; 0 where none was sent.",
    why: "A program that calls the checkout without its page has no collection. So do browsers that block scripts.",
    source: ["request"],
    missing: null,
    compute: ({ request }) => (request.collectionId ? 1 : 0),
  },
  {
    name: "collection_is_known",
    ...flag,
    meaning: "The collection id sent is one that the browser script reported to this project.",
    why: "An id that was never reported is invented or from elsewhere. A blocked or lost report looks the same.",
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
    why: "An id stored for reuse is old. So is a tab left open since yesterday.",
    missing: notRecorded,
    ...fromFacts(["firstAt"], ({ firstAt }, { at }) =>
      at - firstAt > telemetryLimits.collectionMsMax ? 1 : 0,
    ),
  },
  {
    name: "collection_age_s",
    ...seconds,
    meaning: "From the collection's first batch to the attempt, by the server's clock.",
    why: "Programs arrive and book within seconds; people look around.",
    missing: notRecorded,
    ...fromFacts(["firstAt"], ({ firstAt }, { at }) => secondsFrom(firstAt, at)),
  },
  {
    name: "since_last_batch_s",
    ...seconds,
    meaning: "From the collection's latest batch to the attempt.",
    why: "Long where an id is used later, away from its page. Slow payment pages lengthen it too.",
    missing: notRecorded,
    ...fromFacts(["lastAt"], ({ lastAt }, { at }) => secondsFrom(lastAt, at)),
  },
  {
    name: "collection_clock_skew_s",
    type: "number",
    unit: "s",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning:
      "Arrival of the first batch by the server's clock, less the collection's start by the browser's clock.",
    why: "A few seconds are transit time. Hours are a clock set to pose as another place, or a replayed batch; some people's clocks are wrong.",
    missing: notRecorded,
    ...fromFacts(
      ["firstAt", "startedAt"],
      ({ firstAt, startedAt }) => (firstAt - startedAt) / 1000,
    ),
  },
  {
    name: "first_batch_delay_s",
    ...seconds,
    meaning:
      "From the collection's start to sending its first batch that arrived, by the browser's clock.",
    why: "The script sends within a second; a first batch that claims minutes was fabricated. A network outage delays it too.",
    missing: notRecorded,
    ...fromFacts(["firstDelayMs"], ({ firstDelayMs }) => Math.max(0, firstDelayMs) / 1000),
  },
  {
    name: "told_ahead_s",
    type: "number",
    unit: "s",
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    meaning:
      "Time that the collection's events claim, less the time that passed between its batches by the server's clock.",
    why: "About as long as the first batch took for a real visit. A visit of minutes that arrives within a second was fabricated, or the network was down.",
    missing: notRecorded,
    ...fromFacts(
      ["firstAt", "lastAt", "lastEventAt"],
      ({ firstAt, lastAt, lastEventAt }) => (lastEventAt - (lastAt - firstAt)) / 1000,
    ),
  },
  {
    name: "impossible_events",
    ...count,
    unit: "events",
    meaning:
      "Events of the collection that cannot be true: later than they were sent, a path shorter than its straight line, more centred clicks than clicks, and the like.",
    why: "Fabricated telemetry overlooks how its numbers depend on each other. A clock that was changed meanwhile causes a few.",
    missing: notRecorded,
    ...fromFacts(["impossibleEvents"], ({ impossibleEvents }) => impossibleEvents),
  },
  {
    name: "consent_is_denied",
    ...flag,
    meaning:
      "The visitor consented only to what is strictly necessary, so that little was recorded.",
    why: "Not a sign alone: it explains why so much is missing. A program may also deny consent, to reveal less.",
    missing: "No collection is known, or the page did not ask for consent.",
    ...fromFacts(["consent"], ({ consent }) => Number(consent === "denied")),
  },
  {
    name: "since_submit_s",
    ...seconds,
    meaning:
      "From the latest form submit in the tab to the attempt, by the server's clock as far as the browser's clock error is known.",
    why: "The shop calls at once; a longer time is an id used away from its page. A slow payment page lengthens it too.",
    missing: "No collection is known, or no form was submitted.",
    ...fromFacts(
      ["startedAt", "lastSubmitAt", "clockOffsetMs"],
      ({ startedAt, lastSubmitAt, clockOffsetMs }, { at }) =>
        secondsFrom(startedAt + lastSubmitAt + clockOffsetMs, at),
    ),
  },
  {
    name: "hidden_s",
    ...seconds,
    meaning: "Time that the tab was in the background, until it was shown again.",
    why: "Copying from a list into a form takes seconds in the background. So does comparing prices.",
    missing: notRecorded,
    ...fromFacts(["hiddenMs"], ({ hiddenMs }) => hiddenMs / 1000),
  },
  {
    name: "collection_batches",
    ...count,
    unit: "batches",
    meaning: "Batches of the collection that arrived before the attempt.",
    why: "A fabricated collection has one or two. Visitors who stay longer send more.",
    missing: notRecorded,
    ...fromFacts(["batches"], ({ batches }) => batches),
  },
  {
    name: "collection_gaps",
    ...count,
    unit: "batches",
    meaning:
      "Batches of the collection that never arrived although a later one did, counted up to 64.",
    why: "Dropping incriminating batches leaves gaps. A bad mobile network does too.",
    missing: notRecorded,
    ...fromFacts(["missing"], ({ missing }) => Math.min(64, missing.length)),
  },
  {
    name: "collection_addresses",
    ...count,
    unit: "addresses",
    meaning: "Distinct IP addresses of the collection's batches, counted up to 8.",
    why: "A shared tab, or a proxy that rotates for every call, has several. A phone that leaves its Wi-Fi has two.",
    missing: notRecorded,
    ...fromFacts(["ips", "batches"], ({ ips }) => ips.length),
  },
  {
    name: "collection_user_agents",
    ...count,
    unit: "user agents",
    meaning: "Distinct browsers of the collection's batches, counted up to 8.",
    why: "One tab is one browser: two are an id used by somebody else, or a disguise applied halfway.",
    missing: notRecorded,
    ...fromFacts(["userAgents", "batches"], ({ userAgents }) => userAgents.length),
  },
  {
    name: "collection_devices",
    ...count,
    unit: "devices",
    meaning: "Distinct device identifiers of the collection's batches, counted up to 8.",
    why: "One tab is one device: two are storage cleared during the visit, or an id used elsewhere. 0 is denied storage.",
    missing: notRecorded,
    ...fromFacts(["deviceIds", "batches"], ({ deviceIds }) => deviceIds.length),
  },
  {
    name: "pages_viewed",
    ...count,
    unit: "pages",
    meaning: "Page views of the tab before the attempt.",
    why: "People compare rooms; fraud knows what it wants and views one or two pages.",
    missing: notRecorded,
    ...fromFacts(["pages"], ({ pages }) => pages),
  },
  {
    name: "pages_before_checkout",
    ...count,
    unit: "pages",
    meaning:
      "Page views before the first one where a field for contact or payment details was visited.",
    why: "People reach the checkout through other pages. A saved link or a single-page shop has none.",
    missing: noCheckout,
    ...fromFacts(["firstFieldPage"], ({ firstFieldPage }) => firstFieldPage),
  },
  {
    name: "is_deep_link",
    ...flag,
    meaning:
      "The first page of the tab is the one where a field for contact or payment details was first visited.",
    why: "Programs and resellers call the checkout directly. So do guests with a link from an e-mail or a comparison site.",
    missing: noCheckout,
    ...fromFacts(["firstFieldPage"], ({ firstFieldPage }) => (firstFieldPage === 0 ? 1 : 0)),
  },
  {
    name: "has_referrer",
    ...flag,
    meaning: "The first page of the tab was reached from another page.",
    why: "Most visits come from a search or a link. Typed addresses, apps and programs have no referrer.",
    missing: "No collection is known, or its first page was not reported.",
    ...fromFacts(["referrerHost"], ({ referrerHost }) => (referrerHost ? 1 : 0)),
  },
  {
    name: "landing_to_submit_s",
    ...seconds,
    meaning:
      "From the start of the tab's collection to the latest form submit, by the browser's clock.",
    why: "People need minutes from landing to booking, programs seconds. A very long time is a tab left open.",
    missing: "No collection is known, or no form was submitted.",
    ...fromFacts(["lastSubmitAt"], ({ lastSubmitAt }) => lastSubmitAt / 1000),
  },
  {
    name: "last_page_s",
    ...seconds,
    meaning: "From opening the last page to its form submit, or to the last recorded event.",
    why: "Programs leave a page at once. Autofill is fast too, and normal.",
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
    meaning: "Form submits in the tab before the attempt.",
    why: "Card testing submits again and again. Searches and logins are forms as well.",
    missing: notRecorded,
    ...fromFacts(["submits"], ({ submits }) => submits),
  },
  {
    name: "tab_hides",
    ...count,
    unit: "times",
    meaning: "Times that the tab went to the background.",
    why: "Copying stolen data from a list means switching back and forth. So does looking for a code or comparing prices.",
    missing: notRecorded,
    ...fromFacts(["hides"], ({ hides }) => hides),
  },
]);
