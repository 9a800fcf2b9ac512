import { type Random, randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Kind, Visit } from "../../kind.ts";
import { forgedCollection } from "../forgery/batches.ts";
import { browserHeaders } from "../forgery/browser-headers.ts";
import { forgeDevice, newCollectionId } from "../forgery/device.ts";
import { type ForgedPage, forgeJourney } from "../forgery/journey.ts";
import { clientOf, formOf } from "../http-client.ts";

/** The minimum interval between the SDK's batches. */
const paceMs = 2200;

export const forgedCareful: Kind = {
  name: "forged-careful",
  side: "attack",
  automation: true,
  about:
    "Forged telemetry in many batches over the duration of a real visit, with a browser's headers.",
  trainedOn: null,
  run: (visit) => forge(visit, randomOf(`forged-careful/${visit.seed}`)),
};

async function forge(visit: Visit, random: Random): Promise<void> {
  const { site, service, proxy, person, publishableKey: key } = visit;
  const startedAt = Date.now();
  const until = (at: number) => Bun.sleep(Math.max(0, startedAt + at - Date.now()));
  const headers = browserHeaders(person, site);
  const client = clientOf({ proxy, site });
  const device = forgeDevice(random, person);
  const collectionId = newCollectionId(random);
  const own = { collectionId, device, startedAt, headers: headers.batch };
  const post = forgedCollection({ service, proxy, key, ...own });
  let html = "";
  let referer: string | undefined;
  for (const page of forgeJourney(random, person, new URL(site).host)) {
    await until(page.openedAt);
    html = await client.read(page.path, headers.navigation(referer));
    referer = site + page.path;
    for (const [index, { due, events }] of batchesOf(page).entries()) {
      await until(due);
      await post(events, index === 0);
    }
  }
  const form = { ...hiddenFields(html), ...formOf(person), collectionId };
  await client.book(form, headers.posting(referer!));
}

/** The first batch of a page has its first event and the device; later events are grouped by pace. */
function batchesOf({ moments: [first, ...rest] }: ForgedPage) {
  const batches = [{ due: first!.due, events: [first!.event] }];
  let opened = Number.NEGATIVE_INFINITY;
  for (const { due, event } of rest.toSorted((one, other) => one.due - other.due)) {
    if (due - opened > paceMs) {
      opened = due;
      batches.push({ due, events: [] });
    }
    const batch = batches.at(-1)!;
    batch.due = due;
    batch.events.push(event);
  }
  return batches;
}

/** The checkout form has the stay and the attempt in hidden fields. */
function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, value!]));
}
