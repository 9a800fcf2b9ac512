/** Sends requests without a browser, through the visit's proxy. */
import type { Person, Visit } from "../kind.ts";

interface Options {
  proxy: string;
  site: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
}

export interface Client {
  /** @throws Error unless the status is 200. */
  read(path: string, headers?: Record<string, string>): Promise<string>;
  /** Posts the hotel's form. @throws Error unless the hotel accepted the booking. */
  book(form: Record<string, string>, headers?: Record<string, string>): Promise<void>;
}

export function clientOf({ proxy, site, headers: own }: Options): Client {
  return {
    async read(path, headers) {
      const answer = await fetch(site + path, { proxy, headers: { ...own, ...headers } });
      const page = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`);
      return page;
    },
    async book(form, headers) {
      const answer = await fetch(`${site}/book`, {
        method: "POST",
        proxy,
        headers: { ...own, ...headers },
        body: new URLSearchParams(form),
        redirect: "manual",
      });
      const booked = answer.headers.get("location")?.includes("/bookings/");
      if (!booked) throw new Error(`the hotel returned ${answer.status} and did not book`);
    },
  };
}

export function formOf(person: Person): Record<string, string> {
  const { firstName, lastName, email, phone, addressLine, country } = person;
  return { firstName, lastName, email, phone, addressLine, country };
}

/**
 * Books with a collection id, which need not be the person's own.
 * @throws Error where there is no id, because that would be a different kind of attack.
 */
export async function bookWith(
  collectionId: string | undefined,
  site: string,
  { person, proxy }: Pick<Visit, "person" | "proxy">,
): Promise<void> {
  if (!collectionId) throw new Error("the page had no collection id");
  await clientOf({ proxy, site }).book({ ...formOf(person), collectionId });
}
