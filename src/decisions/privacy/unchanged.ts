/** Reading that ends where a guest was erased meanwhile. */
import { DomainError } from "../../base/domain-error.ts";
import type { Store } from "../../storage/port/store.ts";

type Stores = Pick<Store, "erasures">;

/**
 * To be called before anything is read.
 *
 * @returns a function that throws where a guest was erased since, or is being erased: what was read may
 *   have the guest, and a file that is being written must not.
 * @throws DomainError erased_meanwhile, from that function
 */
export async function erasureGuard({ erasures }: Stores): Promise<() => Promise<void>> {
  const before = await erasures.mark();
  return async () => {
    if ((await erasures.mark()) !== before) throw new DomainError("erased_meanwhile", {});
  };
}

/**
 * The same pages, unless a guest is erased before the last of them was used.
 *
 * @throws DomainError erased_meanwhile
 */
export async function* withoutErasures<Page>(
  store: Stores,
  pages: AsyncIterable<Page>,
): AsyncGenerator<Page> {
  const assertNoneErased = await erasureGuard(store);
  for await (const page of pages) {
    yield page;
    await assertNoneErased();
  }
  await assertNoneErased();
}
