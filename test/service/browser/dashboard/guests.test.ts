/** Exporting and erasing guests, and the retention of decisions, in Chromium. */
import { describe, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { owner as ownerOfPages } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import type { GuestExport } from "../../../../src/decisions/privacy/export.ts";
import type { StoredDecision } from "../../../../src/risk/stored-decision.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { pageActs } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const dayMs = 24 * 60 * 60 * 1000;

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const guest = "oksana.kovalenko@example.com";
const other = "bruno.alves@example.com";
const past = "past.guest@example.com";

/** Of their own, so that each guest is a stranger to the others. */
const phones: Readonly<Record<string, string>> = {
  [guest]: "+351912340001",
  [other]: "+351912340002",
  [past]: "+351912340003",
};

const bookingOf = (email: string, requestId: string) => ({
  ...fullRequest(),
  collectionId: null,
  booker: { ...fullRequest().booker, email, phone: phones[email]! },
  requestId,
});

/** Of 50 days ago. */
async function importPast(): Promise<void> {
  const lines = [3, 2, 1].map((n) =>
    JSON.stringify({
      decidedAt: new Date(Date.now() - 50 * dayMs - n * 60_000).toISOString(),
      request: { ...bookingOf(past, `past-${n}`), collectionId: undefined },
    }),
  );
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, lines.join("\n"));
  await installation.json("history", "import", file, "--project", projectId);
}

await importPast();
let service = await installation.serve();
await newPerson(installation, service, ownerOfPages.email, "owner");
await newPerson(installation, service, "viewer@example.com", "viewer", projectId);
for (const [email, count] of [
  [guest, 2],
  [other, 1],
] as const) {
  for (let n = 0; n < count; n++) {
    const { status } = await callRisk(service.url, secret.key, bookingOf(email, `${email}-${n}`));
    expect(status).toBe(200);
  }
}

const act = pageActs("browser/dashboard/guests.mjs", () => {
  return { url: service.url, projectId, email: ownerOfPages.email };
});

describe("guests", () => {
  inBrowser("are exported as a file", async () => {
    const seen = await act<{ name: string; text: string; early: boolean; fault: string }>(
      "export",
      { guest },
    );
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect([seen.early, seen.fault]).toEqual([true, "It must be one e-mail address."]);
    expect(seen.name).toMatch(/^guest-\d{4}-\d\d-\d\d\.json$/);
    const { decisions } = JSON.parse(seen.text) as GuestExport;
    const emails = decisions.map(
      ({ request }) => (request as ReturnType<typeof bookingOf>).booker.email,
    );
    expect(emails).toEqual([guest, guest]);
    expect(seen.text).not.toContain(other);
  });

  inBrowser("cannot be seen, exported or erased by a viewer", async () => {
    const seen = await act<{
      links: string[];
      buttons: number;
      refused: number[];
      forms: number;
    }>("viewer", { email: "viewer@example.com" });
    expect(seen.links).toContain("Settings");
    expect(seen.links).not.toContain("Guests");
    expect([seen.buttons, seen.forms]).toEqual([0, 0]);
    expect(seen.refused).toEqual([403, 403, 403, 403, 403]);
    expect([seen.axe, seen.faults]).toEqual([[], []]);
  });

  inBrowser(
    "are erased once what is stored was shown, that is typed, and the password entered again",
    async () => {
      writeFileSync(join(installation.folder, "listed.txt"), guest);
      const value = ["--value-file", join(installation.folder, "listed.txt")];
      const entry = ["--type", "email", "--reason", "Stole a towel", ...value];
      await installation.json("list", "add", "deny", "--project", projectId, ...entry);
      const seen = await act<{
        ready: boolean[];
        stored: Record<string, string>;
        listed: string;
        facts: Record<string, string>;
        shownAgain: Record<string, string>;
        file: string;
        rows: string[];
        url: string;
      }>("erase", { guest: guest.toUpperCase() });
      expect([seen.axe, seen.faults]).toEqual([[], []]);
      expect(seen.ready).toEqual([false, false, false, false, false, true]);
      expect(seen.stored).toMatchObject({
        Visits: "0",
        "List entries": expect.stringMatching(/^1\s*Deny/),
      });
      expect(seen.listed).toMatch(/^Deny, .*: Stole a towel$/);
      expect(seen.stored.Decisions).toStartWith("2, the first");
      expect(seen.facts).toMatchObject({
        Project: projectId,
        "Found by": "email",
        By: ownerOfPages.email,
        Decisions: "2",
        "Kept as keyed hashes": "1",
        Done: expect.stringMatching(/^\d{4}-/),
      });
      expect(seen.shownAgain).toEqual(seen.facts);
      expect(seen.file).toContain(seen.facts.Erasure!);
      expect(seen.rows).toEqual([expect.stringContaining("2 decisions, 0 visits")]);
      for (const text of [seen.url, seen.file, seen.rows.join()]) {
        expect(text.toLowerCase()).not.toContain(guest);
      }
      const left = await exported(guest);
      expect(left.decisions).toEqual([]);
      expect((await exported(other)).decisions).toHaveLength(1);
      const entries = JSON.stringify(await installation.json("audit"));
      expect(entries).toContain("guest.erased");
      expect(entries.toLowerCase()).not.toContain(guest);
    },
  );
});

async function exported(email: string): Promise<GuestExport> {
  const value = join(installation.folder, "value.txt");
  writeFileSync(value, email);
  const out = join(installation.folder, `${crypto.randomUUID()}.json`);
  await installation.json(
    "guest",
    "export",
    "--project",
    projectId,
    "--by",
    "email",
    "--value-file",
    value,
    "--out",
    out,
  );
  return Bun.file(out).json();
}

describe("the retention of decisions", () => {
  inBrowser("is set, confirmed, and audited", async () => {
    const seen =
      await act<Record<"usual" | "fault" | "asked" | "cancelled" | "after", string>>("retention");
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.usual).toBe("The default: forever");
    expect(seen.fault).toBe("It must be a whole number of days from 31 to 36,500, or 0 for ever.");
    expect(seen.asked).toMatch(
      /^3 decisions, the oldest from .+, will lose the guest, the booking and the visit/,
    );
    expect([seen.cancelled, seen.after]).toEqual(["The default: forever", "40"]);
  });

  inBrowser("blanks a decision, which says so on its page and in the list", async () => {
    const { decisionId } = (await exported(past)).decisions[0]!;
    await service.stop(); // It ends retentions at its start, and every ten minutes.
    service = await installation.serve();
    await waitUntil("the decision is blanked", async () => {
      const shown = await installation.json<StoredDecision>("decision", "show", decisionId);
      return shown.isBlanked;
    });
    const seen = await act<{
      heading: string;
      text: string;
      sections: string[];
      inList: string;
      rows: string[];
      audited: string;
    }>("blanked", { decisionId });
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.heading).toBe("Decision");
    expect(seen.text).not.toContain("past.guest");
    expect(seen.sections).toEqual(["Reasons in full", "Features", "Model"]);
    expect(seen.text).not.toContain("Request ID");
    expect(seen.inList).toContain("Removed");
    expect(seen.rows).toHaveLength(4);
    expect(seen.audited).toContain("3 decisions of more than 40 days");
  });
});
