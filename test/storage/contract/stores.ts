/**
 * The port's contract: tests that every implementation has to pass. A file for each subject, called with what
 * makes stores of that implementation.
 */
import type { Store } from "../../../src/storage/store.ts";

export interface Stores {
  /** The name of the implementation. */
  name: string;
  /** Where a store of its own can be: a folder that does not exist, an empty database. */
  newPlace(): Promise<string>;
  /** It is closed after the tests, if not before. */
  open(place: string): Promise<Store>;
  /** As a service opens it: what is indexed later, if anything, is indexed meanwhile. */
  openIndexing(place: string): Promise<Store>;
  /** Indexes all that the place has. */
  index(place: string): Promise<void>;
  /**
   * Runs a script in another process; `store` is one on the place, opened there.
   * @returns what it prints.
   */
  elsewhere(place: string, script: string): Promise<string>;
}
