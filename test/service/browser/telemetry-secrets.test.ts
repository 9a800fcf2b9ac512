/**
 * Nothing that a guest enters into a page reaches the service: it is in no request, headers
 * included, and in no byte of what is stored or logged. The page has another origin, and its
 * content security policy allows nothing but the script.
 */
import { describe, expect } from "bun:test";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { pipeline } from "node:stream";
import { filesBelow } from "../../../scripts/programs/files-below.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { openStore } from "../../../src/app/open.ts";
import type { TelemetryBatch } from "../../../src/attempt/telemetry/protocol.ts";
import { inChromium } from "../../fixtures/browser.ts";
import { Installation, type Service } from "../../fixtures/executable.ts";
import { chromium, testWith } from "../../fixtures/needs.ts";

const inBrowser = testWith(chromium);

const secrets = {
  typed: {
    text: "Kw4text7Zr",
    email: "kw4mail7zr@Example.org",
    password: "Kw4 pass+7Zr/ü",
    card: "4929331478206547",
    search: "Kw4search7Zr",
    tel: "+351913377204",
    url: "https://kw4url7zr.example",
    number: "913377205",
    area: "Kw4area7Zr",
    editable: "Kw4edit7Zr",
    listed: "Kw4listed7Zr",
    shadow: "Kw4shadow7Zr",
  },
  chosen: { date: "1971-03-29", range: "739184625", color: "#3fa7c9", choice: "Kw4choice7Zr" },
  card: { number: "5425233430109903", name: "Kw4 Holder7Zr", cvc: "7319" },
  file: { name: "Kw4file7Zr.txt", content: "Kw4content7Zr" },
  // In the page as it is served.
  label: "Kw4label7Zr",
  box: "Kw4box7Zr",
  radio: "Kw4radio7Zr",
  hidden: "Kw4hidden7Zr",
  copied: "Kw4copied7Zr",
  dragged: "Kw4dragged7Zr",
  title: "Kw4title7Zr",
  query: "Kw4query7Zr",
  fragment: "Kw4fragment7Zr",
  referrer: "Kw4referrer7Zr",
};

/** Every text in a value, except those too short to be distinguished from chance. */
function texts(value: object): string[] {
  return Object.values(value).flatMap((one: string | object) =>
    typeof one === "string" ? [one].filter((text) => text.length > 6) : texts(one),
  );
}

/** A text in every encoding in which it could be stored; case does not matter. */
function disguises(text: string): Buffer[] {
  const spellings = [
    text,
    text.toLowerCase(),
    encodeURIComponent(text),
    [...text].reverse().join(""),
  ];
  const bytes = spellings.map((one) => Buffer.from(one));
  const hashes = ["md5", "sha1", "sha256", "sha512"].flatMap((name) =>
    bytes.map((one) => createHash(name).update(one).digest()),
  );
  const wide = Buffer.from(text, "utf16le");
  const written = [...bytes, ...hashes].flatMap((one) => [
    one.toString("hex"),
    one.toString("base64").replace(/.?=+$/, ""),
    one.toString("base64url").replace(/.$/, ""),
    ...shifted(one),
  ]);
  return [
    ...bytes,
    ...hashes,
    wide,
    Buffer.from(wide).swap16(),
    ...written.map((w) => Buffer.from(w)),
  ];
}

/** Base64 of a text in the middle of another, without the characters that its neighbours share. */
function shifted(bytes: Buffer): string[] {
  return [1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return base64.slice(before + 1).replace(/.?=*$/, "");
  });
}

/** ASCII letters in lower case, byte by byte. */
function lowered(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte)));
}

/** The texts that the bytes contain, in any encoding. */
function found(places: Record<string, Buffer>, wanted: string[]): string[] {
  return Object.entries(places).flatMap(([place, bytes]) => {
    const low = lowered(bytes);
    return wanted
      .filter((text) => disguises(text).some((form) => low.includes(lowered(form))))
      .map((text) => `${text} in ${place}`);
  });
}

/** A proxy that records every byte sent to the service. */
async function recorder({ url }: Service) {
  const { port } = new URL(url);
  const sent: Buffer[] = [];
  const listener = createServer((browser) => {
    const service = connect(Number(port), "127.0.0.1");
    browser.on("data", (bytes: Buffer) => sent.push(bytes));
    // Either end may go at any time, and takes the other one with it.
    pipeline(browser, service, browser, () => {});
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(sent),
    stop: () => void listener.close(),
  };
}

const everything = `<title>${secrets.title}</title>
<span id="copied">${secrets.copied}</span> <span id="dragged">${secrets.dragged}</span>
<form action="/thanks" method="get" novalidate>
  <input name="text"><input name="email" type="email"><input name="password" type="password">
  <input name="card" autocomplete="cc-number"><input name="search" type="search">
  <input name="tel" type="tel"><input name="url" type="url"><input name="number" type="number">
  <input name="date" type="date"><input name="color" type="color">
  <input name="range" type="range" max="999999999">
  <input name="listed" list="list"><datalist id="list"><option value="Kw4listed7Zr"></datalist>
  <textarea name="area"></textarea><div contenteditable id="editable">.</div>
  <select name="choice"><option value="">-<option>${secrets.chosen.choice}</select>
  <label><input name="box" type="checkbox" value="${secrets.box}">${secrets.label}</label>
  <input name="radio" type="radio" value="${secrets.radio}">
  <input name="hidden" type="hidden" value="${secrets.hidden}"><input name="file" type="file">
  <input name="pasted"><input name="dropped"><button id="send">Book</button>
</form>
<form>
  <input name="holder" autocomplete="cc-name"><input name="cc" autocomplete="cc-number">
  <input name="expiry" autocomplete="cc-exp"><input name="code" autocomplete="cc-csc">
</form>
<div><template shadowrootmode="open"><input name="shadow" id="shadow"></template></div>`;

interface Pinned {
  path: string;
  integrity: string;
}

/** A merchant's site whose pages allow nothing but the service's script. */
function startMerchant(service: string, key: string, { path, integrity }: Pinned) {
  const tag = `<script src="${service}${path}" integrity="${integrity}" crossorigin="anonymous"
    referrerpolicy="origin" data-publishable-key="${key}" defer></script>`;
  const own = `script-src ${service}; connect-src ${service}`;
  const headers = {
    "content-type": "text/html",
    "content-security-policy": `default-src 'none'; ${own}; frame-src 'self' http://localhost:*`,
    // The least strict policy there is; the tag's own attribute keeps the query out of the header.
    "referrer-policy": "unsafe-url",
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, port } = new URL(request.url);
      const elsewhere = `http://localhost:${port}/framed`;
      const pages: Record<string, string> = {
        "/from": `<a href="/book?q=${secrets.query}#${secrets.fragment}">on</a>`,
        "/book": `${tag}${everything}<iframe src="/framed"></iframe><iframe src="${elsewhere}"></iframe>`,
        "/framed": `${tag}<form><input name="framed"></form>`,
        "/thanks": `${tag}<h1>Thanks</h1>`,
      };
      const html = pages[pathname];
      return new Response(`<!doctype html>${html ?? ""}`, { status: html ? 200 : 404, headers });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) };
}

async function pinned(service: string): Promise<Pinned> {
  return (await (await fetch(`${service}/sdk/integrity.json`)).json()) as Pinned;
}

/** Every file of the data folder, and the log. */
function storedBy({ data }: Installation, { log }: Service): Record<string, Buffer> {
  const files = filesBelow(data, (path) => readFileSync(path));
  return { ...Object.fromEntries(files), log: Buffer.from(log.join("\n")) };
}

describe("on a page of another origin that allows nothing but the script", () => {
  inBrowser(
    "what is in its fields and around them is not in what is sent, stored or logged",
    async () => {
      const installation = new Installation();
      const { projectId, publishable } = await installation.project();
      const service = await installation.serve();
      const wire = await recorder(service);
      const merchant = startMerchant(wire.url, publishable.key, await pinned(wire.url));
      const { id, values, complaints, stored } = await inChromium<{
        id: string;
        values: string[];
        complaints: string[];
        stored: string;
      }>("browser/leave-secrets.mjs", {
        page: `${merchant.url}/book`,
        referrer: `${merchant.url}/from?r=${secrets.referrer}`,
        secrets: {
          ...secrets,
          card: { ...secrets.card, expiryMonth: "07", expiryYear: "2031" },
        },
      });
      merchant.stop();
      expect(complaints).toEqual([]);
      expect(values).toEqual([secrets.copied, secrets.dragged, secrets.card.name]);

      const store = await openStore({ dataFolder: installation.data });
      const eventsOf = (some: readonly TelemetryBatch[]) => some.flatMap(({ events }) => events);
      const batches = await waitUntil("the events of both pages", async () => {
        const stored = await store.collections.batches(projectId, id);
        const all = stored.map(({ body }) => JSON.parse(body) as TelemetryBatch);
        return eventsOf(all).filter(({ kind }) => kind === "page").length >= 2 && all;
      });
      const events = eventsOf(batches);
      await store.close();
      const fields = events.filter((event) => event.kind === "field");
      const total = (name: "keys" | "pastes" | "autofills") =>
        fields.reduce((sum, event) => sum + event[name], 0);
      expect(total("keys")).toBeGreaterThan(100);
      expect(total("pastes")).toBe(2); // One of them dropped.
      expect(total("autofills")).toBeGreaterThan(0);
      expect(events.filter(({ kind }) => kind === "submit")).toHaveLength(1);
      expect(events.filter(({ kind }) => kind === "page")).toHaveLength(2);

      const places = () => ({
        wire: wire.bytes(),
        page: Buffer.from(stored),
        ...storedBy(installation, service),
      });
      expect(Object.keys(places()).join()).toContain("events.db");
      expect(found(places(), texts(secrets))).toEqual([]);

      // The search finds what is there: a secret sent on purpose, in a field that takes any text.
      const planted = "Kw4planted7Zr";
      const path = `/${Buffer.from(planted).toString("base64")}`;
      const event = {
        kind: "page",
        at: 1,
        page: 2,
        path,
        referrerHost: "",
        navigation: "navigate",
      };
      const now = { startedAt: Date.now(), sentAt: Date.now(), sdkVersion: "test" };
      const of = { key: publishable.key, collectionId: id, sequence: batches.length };
      const answer = await fetch(`${wire.url}/sdk/batch`, {
        method: "POST",
        keepalive: false, // A connection that was idle meanwhile may be closed.
        body: JSON.stringify({ ...of, ...now, events: [event] }),
      });
      expect(answer.status).toBe(204);
      const seen = found(places(), [planted]).join();
      expect(seen).toContain("in wire");
      expect(seen).toContain("events.db");
      wire.stop();
    },
  );

  inBrowser(
    "whose key is for other origins, nothing is accepted or retried, and no error is thrown",
    async () => {
      const installation = new Installation();
      const { projectId } = await installation.project();
      const of = ["key", "create", "--project", projectId, "--kind", "publishable"];
      const { key } = await installation.json(...of, "--origin", "https://hotel.example");
      const service = await installation.serve();
      const wire = await recorder(service);
      const merchant = startMerchant(wire.url, key!, await pinned(wire.url));
      const { id, complaints } = await inChromium<{ id: string; complaints: string[] }>(
        "browser/leave-secrets.mjs",
        { page: `${merchant.url}/book` },
      );
      merchant.stop();
      wire.stop();
      expect(id).toMatch(/^col_/);
      // The browser's own message about the refusal, and none of the page or the script.
      expect(complaints.filter((text) => !/status of 403/.test(text))).toEqual([]);
      const numbers = [
        ...wire
          .bytes()
          .toString("latin1")
          .matchAll(/"collectionId":"(\w+)","sequence":(\d+)/g),
      ];
      const own = numbers.filter(([, of]) => of === id).map(([, , number]) => Number(number));
      expect(own.length).toBeGreaterThan(0);
      expect(own).toEqual(own.map((_, index) => index));
      const store = await openStore({ dataFolder: installation.data });
      expect(await store.collections.find(projectId, id)).toBeNull();
      await store.close();
    },
  );
});
