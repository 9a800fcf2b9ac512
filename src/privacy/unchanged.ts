/** Reading that ends where a guest was erased meanwhile. */
import { DomainError } from "../domain-error.ts";
import type { Store } from "../storage/store.ts";

/**
 * The same pages, unless a guest is erased before the last of them was used: what was read before may
 * have the guest, and a file that is being written must not.
 *
 * @throws DomainError erased_meanwhile
 */
export async function* withoutErasures<Page>(
  store: Pick<Store, "erasures">,
  pages: AsyncIterable<Page>,
): AsyncGenerator<Page> {
  const before = await store.erasures.mark();
  for await (const page of pages) {
    yield page;
    await assertSame(store, before);
  }
  await assertSame(store, before);
}

async function assertSame({ erasures }: Pick<Store, "erasures">, before: string): Promise<void> {
  if ((await erasures.mark()) !== before) throw new DomainError("erased_meanwhile", {});
}
