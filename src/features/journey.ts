/** The way to the checkout, and how it fits the attempt. */

import { telemetryLimits } from "../telemetry/protocol.ts";
import type { CollectionSummary } from "../telemetry/summary.ts";
import { count, type Feature, family, flag } from "./feature.ts";

const noCollection = "No collection of this id is known.";
const seconds = { type: "number", unit: "s", range: [0, Number.POSITIVE_INFINITY] } as const;

/** A feature of a known collection, missing without one. */
const of = (read: (collection: CollectionSummary, at: number) => number | null) => ({
  missing: noCollection,
  compute: ({ collection, at }: { collection: CollectionSummary | null; at: number }) =>
    collection && read(collection, at),
});

export const journey: readonly Feature[] = family("journey", [
  {
    name: "collection_is_sent",
    ...flag,
    meaning: "The merchant sent a collection id.",
    missing: null,
    compute: ({ request }) => (request.collectionId ? 1 : 0),
  },
  {
    name: "collection_is_known",
    ...flag,
    meaning: "The collection id sent is one that the browser script reported to this project.",
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
    ...of(({ firstAt }, at) => (at - firstAt > telemetryLimits.collectionMsMax ? 1 : 0)),
  },
  {
    name: "collection_age_s",
    ...seconds,
    meaning: "From the collection's first batch to the attempt, by the server's clock.",
    ...of(({ firstAt }, at) => Math.max(0, at - firstAt) / 1000),
  },
  {
    name: "since_last_batch_s",
    ...seconds,
    meaning: "From the collection's latest batch to the attempt. Long where an id is used later.",
    ...of(({ lastAt }, at) => Math.max(0, at - lastAt) / 1000),
  },
  {
    name: "collection_addresses",
    ...count,
    unit: "addresses",
    meaning: "IP addresses that the collection's batches came from; counted up to 8.",
    ...of(({ ips }) => ips.length),
  },
  {
    name: "collection_user_agents",
    ...count,
    unit: "user agents",
    meaning: "Browsers that the collection's batches came from; counted up to 8.",
    ...of(({ userAgents }) => userAgents.length),
  },
  {
    name: "pages_viewed",
    ...count,
    unit: "pages",
    meaning: "Page views of the tab up to the attempt.",
    ...of(({ pages }) => pages),
  },
  {
    name: "has_referrer",
    ...flag,
    meaning: "The first page of the tab was reached from another page.",
    missing: "No collection is known, or its first page was not reported.",
    compute: ({ collection }) => {
      if (!collection || collection.referrerHost === null) return null;
      return collection.referrerHost ? 1 : 0;
    },
  },
  {
    name: "last_page_s",
    ...seconds,
    meaning: "From opening the last page to the submit of its form, or to the last event seen.",
    missing: "No collection is known, or no page was reported.",
    compute: ({ collection }) => {
      if (!collection || collection.lastPageAt === null) return null;
      const end = collection.lastSubmitAt ?? collection.lastEventAt;
      return Math.max(0, end - collection.lastPageAt) / 1000;
    },
  },
]);
