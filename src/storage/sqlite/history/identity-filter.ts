/**
 * Which identities `history.db` may have: a Bloom filter, so that a guest who was never seen costs no
 * query. It says "no" only where the file has no row; it says "maybe" for all others, and for a few
 * that it does not have.
 *
 * Split into blocks of four words, each identity setting one bit in each word of one block: one miss
 * of the processor's cache for each look-up (Putze, Sanders and Singler, "Cache-, Hash- and
 * Space-Efficient Bloom Filters", 2007; Parquet's split block Bloom filter is the same with eight
 * words). An identity is 52 bits of a SHA-256 already, so that its own bits are the hash.
 *
 * Share of "maybe" among identities that it does not have, with 64 MiB: 0.0001 with 10 million
 * identities, 0.009 with 45 million, 0.085 with 100 million.
 */
const blockWords = 4;
const blockBytes = blockWords * Int32Array.BYTES_PER_ELEMENT;
/** At this load the share of wrong answers is about 0.01. */
const bytesPerIdentity = 1.5;

export class IdentityFilter {
  readonly words: Int32Array<ArrayBuffer>;
  readonly #blocks: number;

  /** @param words a power of two of blocks, as another filter had them. */
  constructor(words: Int32Array<ArrayBuffer>) {
    this.words = words;
    this.#blocks = words.length / blockWords;
  }

  /** An empty filter for about so many identities. @param maxBytes a power of two. */
  static for(identities: number, maxBytes = 64 * 1024 * 1024): IdentityFilter {
    const bytes = 2 ** Math.ceil(Math.log2(Math.max(identities, 4096) * bytesPerIdentity));
    return new IdentityFilter(new Int32Array(new ArrayBuffer(Math.min(bytes, maxBytes))));
  }

  /** How many identities it takes before its answers get worse. */
  get capacity(): number {
    return (this.#blocks * blockBytes) / bytesPerIdentity;
  }

  add(identity: number): void {
    const { words } = this;
    const block = (identity & (this.#blocks - 1)) * blockWords;
    const high = Math.floor(identity / 2 ** 32);
    words[block]! |= 1 << high; // A shift takes its count modulo 32.
    words[block + 1]! |= 1 << (high >> 5);
    words[block + 2]! |= 1 << (high >> 10);
    words[block + 3]! |= 1 << (high >> 15);
  }

  mayHave(identity: number): boolean {
    const { words } = this;
    const block = (identity & (this.#blocks - 1)) * blockWords;
    const high = Math.floor(identity / 2 ** 32);
    const found =
      (words[block]! >>> high) &
      (words[block + 1]! >>> (high >> 5)) &
      (words[block + 2]! >>> (high >> 10)) &
      (words[block + 3]! >>> (high >> 15));
    return (found & 1) === 1;
  }
}
