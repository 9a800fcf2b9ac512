/** What the browser script gives to a page, `window.Service`. */
export interface Service {
  /** The id of this tab's collection, `col_…`: there at once, the same on every page of the tab. */
  getCollectionId(): string;
  /** What the visitor answered. Without a call, the tag's `data-consent` counts. */
  setConsent(answer: "granted" | "denied"): void;
}

declare global {
  interface Window {
    /** Absent until the script has run, and where the visitor blocks it. */
    Service?: Service;
  }
}
