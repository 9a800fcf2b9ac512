/** The pages below /docs in Chromium: read, searched and checked by axe, in both themes and on a phone. */
import { expect } from "bun:test";
import { catalogue } from "../../../src/risk/features/index.ts";
import { pageActs } from "../../fixtures/browser.ts";
import { Installation } from "../../fixtures/executable.ts";
import { chromium, testWith } from "../../fixtures/needs.ts";

const inBrowser = testWith(chromium);

const service = await new Installation().serve();
const act = pageActs("openapi/reference.mjs", () => ({ url: service.url }));

inBrowser(
  "the reference is searched, and shows an endpoint's samples, with the keyboard alone",
  async () => {
    const seen = await act<{
      chapters: string;
      curl: string;
      isBack: boolean;
      python: string;
      url: string;
    }>("reference");
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    for (const chapter of ["Introduction", "Score a booking attempt", "Webhooks"]) {
      expect(seen.chapters).toContain(chapter);
    }
    expect(decodeURIComponent(seen.url)).toContain("/v1/decisions/{decisionId}/outcome");
    // The samples call this service.
    expect(seen.curl).toContain(`curl "${service.url}/v1/decisions/`);
    expect(seen.isBack).toBeTrue();
    expect(seen.python).toContain(`BookingRisk("${service.url}"`);
    expect(seen.python).toContain("risk.report_outcome");
  },
);

inBrowser("the features are searched by every word, and a link shows its feature", async () => {
  const names = catalogue.map(({ name }) => name);
  const seen = await act<{
    all: string[];
    said: string;
    some: string[];
    none: { said: string; shown: string[] };
    linked: string[];
  }>("features");
  expect([seen.axe, seen.faults]).toEqual([[], []]);
  expect(seen.all.toSorted()).toEqual(names.toSorted());
  expect(seen.some.length).toBeWithin(1, 60);
  expect(seen.said).toBe(`${seen.some.length} of ${names.length} features`);
  expect(seen.none).toEqual({ said: `0 of ${names.length} features`, shown: [] });
  expect(seen.linked).toEqual(seen.all);
});

inBrowser("the problems are readable in both themes and on a phone", async () => {
  const seen = await act("problems");
  expect([seen.axe, seen.faults]).toEqual([[], []]);
});
