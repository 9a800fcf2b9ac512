import { randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Kind } from "../../kind.ts";
import { forgedCollection } from "../forgery/batches.ts";
import { forgeDevice, newCollectionId } from "../forgery/device.ts";
import { forgeJourney } from "../forgery/journey.ts";
import { bookWith } from "../http-client.ts";

export const forgedNaive: Kind = {
  name: "forged-naive",
  side: "attack",
  automation: true,
  about: "Forged telemetry of a whole visit in one batch, posted at once by a plain HTTP client.",
  trainedOn: "carelessly forged telemetry",
  async run(visit) {
    const { site, service, proxy, person, publishableKey } = visit;
    const random = randomOf(`forged-naive/${visit.seed}`);
    const moments = forgeJourney(random, person, new URL(site).host).flatMap(
      (page) => page.moments,
    );
    const collectionId = newCollectionId(random);
    const post = forgedCollection({
      service,
      proxy,
      key: publishableKey,
      collectionId,
      device: forgeDevice(random, person),
      startedAt: Date.now() - moments.at(-1)!.due,
    });
    await post(
      moments.map(({ event }) => event),
      true,
    );
    await bookWith(collectionId, site, visit);
  },
};
