/** The files of a bundle in the model registry. */
export interface StoredBundle {
  model: Uint8Array;
  manifest: Uint8Array;
  /** The model card, which has no effect on decisions. */
  card: Uint8Array | null;
}

/** The registry's bundles by their hash, for copies of the service that share no folder. None is removed. */
export interface BundleStore {
  /** Stores a bundle; of one that is there, only its card is replaced, where there is a new one. */
  put(bundleSha256: string, bundle: StoredBundle): Promise<void>;
  find(bundleSha256: string): Promise<StoredBundle | null>;
}
