/** With how many others the same device, e-mail, phone … was seen, this attempt included. */
import { links } from "../history/facts.ts";
import { historyLimits } from "../storage/store.ts";
import { type Feature, family } from "./feature.ts";

export const linking: readonly Feature[] = family(
  "linking",
  links.map(({ of, by, window }, place) => ({
    name: `${of}s_per_${by}_${window}`,
    type: "count",
    unit: `${of}s`,
    range: [0, historyLimits.sightingsPerIdentity + 1],
    meaning: `Different ${of}s seen with the same ${by} in ${window}, this attempt's included.`,
    missing: `The attempt has no ${by}.`,
    compute: ({ history }) => history.distinct[place] ?? null,
  })),
);
