/** Hostile texts in every field that a person fills in: each is refused by name or shown as it was sent. */
import { describe, expect, test } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { pageActs } from "../../../fixtures/browser.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const service = await installation.serve("--webhook-network", "127.0.0.1");
const owner = await newPerson(installation, service, ownerOfPages.email, "owner");

const texts = {
  script: `<script>document.title="hacked!"</script>`,
  attribute: `"><img src=x onerror="document.title='hacked!'">`,
  override: "abc\u202egnp.exe",
  zeroWidth: "a\u200b\u200d\ufeffb",
  emoji: "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\u0301\u0301\u0301",
  unbroken: "W".repeat(48),
  lines: "one\ntwo\r\nthree",
  nul: "a\u0000b",
  long: "x".repeat(10_000),
};
type Name = keyof typeof texts;

let number = 0;
const of = (path: string) => `/projects/${projectId}/${path}`;
const guest = distinctGuest(0);
const decided = await callRisk(service.url, secret.key, {
  ...guest,
  booker: { ...guest.booker, lastName: texts.override },
});
const { decisionId } = (await decided.json()) as { decisionId: string };
let reported: string | null = null;

interface Field {
  /** Sends a text in this field, in an act of its own. */
  send: (text: string) => ReturnType<typeof owner.post>;
  /** All texts of the field that are stored. */
  stored: () => Promise<(string | null)[]>;
  /** What the field is called in an error. */
  pointer: string;
  refused: readonly Name[];
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const entriesOf = async () =>
  (await owner.post(of("lists/find"), { kind: "watch", archived: false })).body.entries;

const fields: Record<string, Field> = {
  "a list entry's reason": {
    send: (reason) =>
      owner.post(of("lists/entries"), {
        kind: "watch",
        type: "booker",
        value: `guest-${number++}`,
        reason,
      }),
    stored: async () => (await entriesOf()).map(({ reason }: { reason: string }) => reason),
    pointer: "/reason",
    refused: ["override", "lines", "nul", "long"],
  },
  "a list entry's value": {
    send: (value) =>
      owner.post(of("lists/entries"), { kind: "watch", type: "booker", value, reason: "Why" }),
    stored: async () => (await entriesOf()).map(({ value }: { value: string }) => value),
    pointer: "/value",
    refused: ["lines", "nul", "long"],
  },
  "an outcome's note": {
    send: async (note) => {
      const outcome = reported === "fraud" ? "legitimate" : "fraud";
      const path = of(`decisions/${decisionId}/outcome`);
      const answer = await owner.post(path, { outcome, note, replaces: reported });
      if (answer.status === 200) reported = outcome;
      return answer;
    },
    stored: async () => {
      const { body } = await owner.get(of(`decisions/${decisionId}`));
      return body.outcomes.map(({ note }: { note: string | null }) => note);
    },
    pointer: "/note",
    refused: ["nul", "long"],
  },
  "an attribute's meaning": {
    send: (meaning) =>
      owner.put(of("attributes"), {
        name: `attribute_${number++}`,
        type: "number",
        unit: null,
        meaning,
        personal: false,
      }),
    stored: async () =>
      (await owner.get(of("attributes"))).body.attributes.map(
        ({ meaning }: { meaning: string }) => meaning,
      ),
    pointer: "/meaning",
    refused: ["override", "lines", "nul", "long"],
  },
  "a project's name": {
    send: (name) => owner.post("/projects", { name, riskSetting: "balanced" }),
    stored: async () => names((await owner.get("/session")).body.me.projects),
    pointer: "/name",
    refused: ["override", "lines", "nul", "long"],
  },
  "a key's name": {
    send: (name) => owner.post(of("keys"), { kind: "publishable", name }),
    stored: async () => names((await owner.get(of("keys"))).body),
    pointer: "/name",
    refused: ["override", "lines", "nul", "long"],
  },
  "a webhook's description": {
    send: (description) =>
      owner.post(of("webhooks"), { url: `https://127.0.0.1/${number++}`, description }),
    stored: async () =>
      (await owner.get(of("webhooks"))).body.map(
        ({ description }: { description: string }) => description,
      ),
    pointer: "/description",
    refused: ["override", "lines", "nul", "long"],
  },
  "a saved view's name": {
    send: (name) => owner.post(of("views"), { name, filters: { action: "deny" } }),
    stored: async () => names((await owner.get(of("views"))).body.views),
    pointer: "/name",
    refused: ["override", "lines", "nul", "long"],
  },
};

const inProject = (path: string) => `p/${projectId}/${path}`;
const act = pageActs("browser/dashboard/hostile-texts.mjs", () => {
  return {
    url: service.url,
    projectId,
    email: ownerOfPages.email,
    texts: Object.values(texts),
    // Each waits for one of the texts.
    paths: {
      lists: { path: inProject("lists?list=watch"), waitFor: texts.script },
      settings: { path: inProject("settings"), waitFor: texts.script },
      webhooks: { path: inProject("webhooks"), waitFor: texts.script },
      views: { path: inProject("decisions"), open: "Views", waitFor: texts.script },
      keys: { path: inProject("keys"), waitFor: texts.script },
      projects: { path: "projects", waitFor: texts.script },
      activity: { path: "activity", waitFor: texts.script },
    },
  };
});

describe("a hostile text", () => {
  test.each(Object.entries(fields))(
    "as %s is refused by name, or stored as it is",
    async (_, field) => {
      const refused: string[] = [];
      for (const [name, text] of Object.entries(texts)) {
        const { status, body } = await field.send(text);
        if (status === 200) {
          expect(await field.stored()).toContain(text);
          continue;
        }
        expect([name, status, body.code, body.errors?.[0]?.pointer]).toEqual([
          name,
          422,
          "validation_failed",
          field.pointer,
        ]);
        expect(JSON.stringify(body)).not.toContain(text.slice(0, 200));
        expect(await field.stored()).not.toContain(text);
        refused.push(name);
      }
      expect(refused).toEqual([...field.refused]);
    },
  );

  inBrowser("is text on every page that shows it, and turns nothing around it", async () => {
    const { seen, axe, faults } = await act<{
      seen: Record<string, { shown: number; turning: string[]; hacked: boolean }>;
    }>("pages");
    expect([axe, faults]).toEqual([[], []]);
    for (const [name, { shown, ...rest }] of Object.entries(seen)) {
      expect([name, rest]).toEqual([name, { turning: [], hacked: false }]);
      expect([name, shown >= 5]).toEqual([name, true]);
    }
  });
});
