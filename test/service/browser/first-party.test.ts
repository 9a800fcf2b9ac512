/**
 * The configuration of docs/integrate.md in a real nginx: a page whose script and batches come from its own
 * site, in a Chromium that blocks third parties and the paths that lists of trackers name.
 */
import { Database } from "bun:sqlite";
import { afterAll, expect } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/programs/free-port.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { inChromium } from "../../fixtures/browser.ts";
import { Installation } from "../../fixtures/executable.ts";
import { chromium, curl, debianProgram, testWith } from "../../fixtures/needs.ts";

const nginx = debianProgram("nginx", "nginx-light");
const guide = await Bun.file(join(import.meta.dir, "../../../docs/integrate.md")).text();
const locations = /```nginx\n([^`]+)```/.exec(guide)![1]!;
const tag = /<script\s[^>]*data-endpoint[^>]*><\/script>/.exec(guide)![0];

const folder = mkdtempSync(join(tmpdir(), "first-party-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startNginx(port: number, service: string, publishableKey: string) {
  const pages = join(folder, "pages");
  mkdirSync(pages);
  const page = tag.replace("pk_…", publishableKey);
  // A third party's copy, which the blocker stops.
  const thirdParty = `<script src="${service}/sdk.js"></script>`;
  writeFileSync(join(pages, "index.html"), `<!doctype html><head>${page}${thirdParty}</head>`);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; user root;
     events {}
     http {
       access_log off;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       server { listen 127.0.0.1:${port}; root ${pages};
         ${locations.replaceAll("https://risk.example.com", service)} }
     }`,
  );
  const child = Bun.spawn(["nginx", "-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  afterAll(async () => {
    child.kill();
    await child.exited;
  });
}

/** A batch from another address of this machine, which claims to have been forwarded for a third. */
async function sendAsVisitor(url: string, key: string): Promise<void> {
  const times = { startedAt: Date.now(), sentAt: Date.now() };
  const collectionId = "col_first_party";
  const batch = { key, collectionId, sequence: 0, ...times, sdkVersion: "1", events: [] };
  const from = ["--interface", "127.0.0.5", "-H", "X-Forwarded-For: 198.51.100.9"];
  const child = Bun.spawn(["curl", "-s", "-f", ...from, "-d", JSON.stringify(batch), url]);
  expect(await child.exited).toBe(0);
}

/** The addresses that the service has stored batches from. */
function addressesIn(installation: Installation, projectId: string): string[] {
  const database = new Database(join(installation.data, "events.db"), { readonly: true });
  try {
    return database
      .query<{ ip: string }, [string]>(
        "SELECT DISTINCT ip FROM batches WHERE project_id = ? ORDER BY ip",
      )
      .all(projectId)
      .map(({ ip }) => ip);
  } finally {
    database.close();
  }
}

testWith(
  chromium,
  curl,
  nginx,
)(
  "a script from the page's own site is collected past a blocker, with the visitor's address",
  async () => {
    const installation = new Installation();
    const { projectId, publishable } = await installation.project();
    const service = await installation.serve("--trusted-proxy", "127.0.0.1");
    const port = await freePort();
    await startNginx(port, service.url, publishable.key);
    const site = `http://localhost:${port}`;
    await waitUntil("nginx", () => fetch(site), { ignoreErrors: true });
    const script = await fetch(`${site}/assets/visit.js`);
    expect(await script.text()).toContain("booking-risk.tab");
    await sendAsVisitor(`${site}/assets/visit`, publishable.key);
    expect(addressesIn(installation, projectId)).toEqual(["127.0.0.5"]);

    const seen = await inChromium<{ blocked: string[] }>("browser/blocked-visit.mjs", {
      page: `${site}/`,
    });
    expect(seen.blocked).toEqual([`${service.url}/sdk.js`]);
    expect(addressesIn(installation, projectId)).toEqual(["127.0.0.1", "127.0.0.5"]);
  },
);
