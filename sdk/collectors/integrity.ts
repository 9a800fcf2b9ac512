/**
 * What automation leaves behind in a browser, a word each, found by looking at what is there; no
 * probing, no drawing. An honest browser has none of them; `navigator.webdriver` is told apart.
 *
 * | word      | what was found                                                                  |
 * |-----------|---------------------------------------------------------------------------------|
 * | `globals` | a driver's own variables in the page: Puppeteer's, chromedriver's, Playwright's |
 * | `brand`   | a brand that begins with a blank, as disguises copied it from Chrome 90 to 102  |
 * | `native`  | a `document.createElement` put in place of the browser's, printing as if native |
 */
import { describe, onGather } from "../transport.ts";

interface Hints extends Navigator {
  userAgentData?: { brands?: { brand: string }[] };
}

const driverGlobals = /,(puppeteer_|__(ariaQ|pwInit|playwright)|se_exp|ret_nodes)/;

export function readTraces(): string[] {
  const { createElement } = document;
  // Consent managers replace it too, but do not hide that they do.
  const isReplaced = createElement !== Document.prototype.createElement;
  const { brands } = (navigator as Hints).userAgentData ?? {};
  const found = [
    driverGlobals.test(`,${Object.keys(window)}`) && "globals",
    /, /.test(`,${brands?.map(({ brand }) => brand)}`) && "brand",
    isReplaced && /native code/.test(`${createElement}`) && "native",
  ];
  return found.filter((word) => word) as string[];
}

/** Drivers leave some traces only once they act, so the device is told again when they come up. */
export function watchTraces(): void {
  let told = "";
  onGather(() => {
    const traces = `${readTraces()}`;
    if (traces !== told) describe();
    told = traces;
  });
}
