import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../kind.ts";
import { bookByMouse } from "./book-by-mouse.ts";
import { byTab } from "./checkout-form.ts";

export const scriptBlocker: Kind = {
  name: "script-blocker",
  side: "legitimate",
  automation: false,
  about: "Has an extension that blocks third parties and what lists of trackers name.",
  trainedOn: "simulated travellers who type",
  run(visit) {
    const flags = [`--load-extension=${blocker(visit.folder)}`];
    return bookByMouse(visit, { typist, tempo: 1, pace: 0.9, flags }, byTab);
  },
};

const typist = { gapMs: 150, spread: 0.4, holdMs: 85, slips: 0.03 };

/** A tracker blocker that uses the browser's declarative rules. @returns the extension's folder. */
function blocker(folder: string): string {
  const path = join(folder, "blocker");
  mkdirSync(path);
  const write = (name: string, content: object) =>
    writeFileSync(join(path, name), JSON.stringify(content));
  write("manifest.json", {
    manifest_version: 3,
    name: "Blocker",
    version: "1.0",
    permissions: ["declarativeNetRequest"],
    declarative_net_request: {
      rule_resources: [{ id: "scripts", enabled: true, path: "rules.json" }],
    },
  });
  const action = { type: "block" };
  write("rules.json", [
    { id: 1, action, condition: { regexFilter: "^https?://[^/]+/sdk" } },
    { id: 2, action, condition: { regexFilter: "^https?://", domainType: "thirdParty" } },
  ]);
  return path;
}
