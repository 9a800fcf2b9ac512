import { randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Kind } from "../../kind.ts";
import { newCollectionId } from "../forgery/device.ts";
import { bookWith } from "../http-client.ts";

export const unknownCollection: Kind = {
  name: "unknown-collection",
  side: "attack",
  automation: true,
  about: "An HTTP client with an invented collection id that the service does not know.",
  trainedOn: "raw programs with an invented id",
  run: (visit) =>
    bookWith(newCollectionId(randomOf(`unknown-collection/${visit.seed}`)), visit.site, visit),
};
