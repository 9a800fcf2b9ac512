import { Database } from "bun:sqlite";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kind, Person, Visit } from "../kind.ts";
import { bookWithMouse } from "./book-by-mouse.ts";
import { openBrowser } from "./devices/browser.ts";
import { openDisplay } from "./devices/display.ts";
import { type Guest, runSession } from "./guest.ts";

const profileMsMax = 20_000;

export const autofill: Kind = {
  name: "autofill",
  side: "legitimate",
  automation: false,
  about: "Lets the browser fill in the form from its saved address.",
  trainedOn: "simulated travellers with autofill",
  async run(visit) {
    await saveAddress(visit);
    await runSession(visit, { typist, tempo: 0.95, pace: 0.9 }, (guest) =>
      bookWithMouse(guest, async () => {
        // The browser treats the booker and the billing address as two sections.
        await fillSection(guest, "firstName");
        await fillSection(guest, "addressLine");
      }),
    );
  },
};

const typist = { gapMs: 160, spread: 0.4, holdMs: 85, slips: 0.03 };

async function fillSection({ desktop, pause }: Guest, first: string): Promise<void> {
  await desktop.openList(first);
  // The browser ignores a choice within half a second after its list appeared, and on a busy machine
  // the list appears long after its window.
  await pause(2, 3);
  await desktop.input.press("Down");
  await pause(0.6, 1.2);
  await desktop.input.press("Return");
  await pause(0.8, 1.8);
}

/** Lets the browser create its profile, then saves the person's address in it. */
async function saveAddress({ folder, proxy, person }: Visit): Promise<void> {
  const profile = join(folder, "profile");
  const file = join(profile, "Default", "Web Data");
  const screen = await openDisplay({ width: 1366, height: 768 });
  const browser = openBrowser({ screen, profile, proxy, person, url: "about:blank" });
  try {
    const deadline = Date.now() + profileMsMax;
    while (!existsSync(file) && Date.now() < deadline) await Bun.sleep(100);
    await Bun.sleep(1500);
  } finally {
    await browser.stop();
    await screen.stop();
  }
  const database = new Database(file, { readwrite: true, create: false });
  try {
    insertAddress(database, person);
  } finally {
    database.close();
  }
}

/** Chromium's numbers for the parts of an address: components/autofill, `FieldType`. */
const fieldTypes = (person: Person): Readonly<Record<number, string>> => ({
  3: person.firstName,
  5: person.lastName,
  7: `${person.firstName} ${person.lastName}`,
  9: person.email,
  14: person.phone,
  77: person.addressLine,
  36: person.country,
});

function insertAddress(database: Database, person: Person): void {
  const id = randomUUID();
  const now = Math.floor(Date.now() / 1000);
  database.run(
    `insert into addresses (guid, use_count, use_date, date_modified, language_code, label,
       initial_creator_id, record_type) values (?, 3, ?, ?, 'en', '', 70073, 0)`,
    [id, now, now],
  );
  for (const [type, value] of Object.entries(fieldTypes(person))) {
    database.run(
      `insert into address_type_tokens (guid, type, value, verification_status, observations)
         values (?, ?, ?, 3, x'')`,
      [id, Number(type), value],
    );
  }
}
