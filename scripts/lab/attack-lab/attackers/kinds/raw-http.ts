import { randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Kind } from "../../kind.ts";
import { clientOf, formOf } from "../http-client.ts";

export const rawHttp: Kind = {
  name: "raw-http",
  side: "attack",
  automation: true,
  about: "An HTTP client without the SDK; half of them read the checkout first.",
  trainedOn: "raw programs without the SDK",
  async run({ site, proxy, person, seed }) {
    const client = clientOf({ proxy, site });
    if (randomOf(`raw-http/${seed}`).chance(0.5)) await client.read("/checkout");
    await client.book(formOf(person));
  },
};
