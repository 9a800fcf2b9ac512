/** Requests without a browser, through the visit's proxy. */
import type { Person, Visit } from "../kind.ts";

interface Options {
  proxy: string;
  site: string;
  /** Of every request. */
  headers?: Record<string, string>;
}

export interface Client {
  /** @throws Error unless the answer is 200. */
  read(path: string, headers?: Record<string, string>): Promise<string>;
  /** Posts the hotel's form. @throws Error unless the hotel took it for a booking. */
  book(form: Record<string, string>, headers?: Record<string, string>): Promise<void>;
}

export function clientOf({ proxy, site, headers: own }: Options): Client {
  return {
    async read(path, headers) {
      const answer = await fetch(site + path, { proxy, headers: { ...own, ...headers } });
      const page = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
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
      if (!booked) throw new Error(`the hotel answered ${answer.status} and took no booking`);
    },
  };
}

export function formOf(person: Person): Record<string, string> {
  const { firstName, lastName, email, phone, addressLine, country } = person;
  return { firstName, lastName, email, phone, addressLine, country };
}

/**
 * Books as somebody with a collection's id that may or may not be theirs.
 * @throws Error where there is no id, which would be another kind's booking.
 */
export async function bookWith(
  collectionId: string | undefined,
  site: string,
  { person, proxy }: Pick<Visit, "person" | "proxy">,
): Promise<void> {
  if (!collectionId) throw new Error("the page gave no collection's id");
  await clientOf({ proxy, site }).book({ ...formOf(person), collectionId });
}
