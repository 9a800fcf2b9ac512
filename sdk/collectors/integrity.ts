/**
 * Traces of automation in the browser, a word each, found by reading properties; no probing, no
 * canvas. A normal browser has none of them; `navigator.webdriver` is reported separately.
 *
 * | word      | meaning                                                                         |
 * |-----------|---------------------------------------------------------------------------------|
 * | `globals` | a driver's own variables in the page: Puppeteer's, chromedriver's, Playwright's |
 * | `native`  | a `document.createElement` put in place of the browser's, printing as if native |
 */
import { onGather, queueDevice } from "../transport.ts";

export interface HintedNavigator extends Navigator {
  deviceMemory?: number;
  userAgentData?: { platform?: string; mobile?: boolean; brands?: { brand: string }[] };
}

const driverGlobals = /,(puppeteer_|__(ariaQ|pwInit|playwright)|se_exp|ret_nodes)/;

export function readTraces(): string[] {
  const { createElement } = document;
  // Consent managers replace it too, but do not disguise the replacement.
  const isReplaced = createElement !== Document.prototype.createElement;
  const found = [
    driverGlobals.test(`,${Object.keys(window)}`) && "globals",
    isReplaced && /native code/.test(`${createElement}`) && "native",
  ];
  return found.filter((word) => word) as string[];
}

/** Drivers leave some traces only once they act, so the device is sent again when they appear. */
export function watchTraces(): void {
  let reported = "";
  onGather(() => {
    const traces = `${readTraces()}`;
    if (traces !== reported) queueDevice();
    reported = traces;
  });
}
