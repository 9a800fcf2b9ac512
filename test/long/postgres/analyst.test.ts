/** An analyst acts in Chromium on one of four copies with one PostgreSQL, and the next booking on another obeys. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { runInNode } from "../../../scripts/programs/browser/run-node.ts";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { owner } from "../../../scripts/programs/dashboard-client/page-acts.mjs";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { WebhookEndpointWithSecret } from "../../../src/projects/webhooks/endpoints.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { chromium, describeWith } from "../../fixtures/needs.ts";
import { startReceiver } from "../../fixtures/webhook-receiver.ts";

const copies = 4;
const deviceId = "dev_Zt5cQ9rWm2XkLp7HvBn4Ys8D";

interface Decided {
  decisionId: string;
  suggestedAction: string;
  /** ISO 8601. */
  decidedAt: string;
}

describeWith(postgresql, chromium)("on four copies", () => {
  const environment: Record<string, string> = {};
  const installations = Array.from({ length: copies }, () => new Installation(environment));
  const [first] = installations as [Installation, ...Installation[]];
  const receiver = startReceiver();
  let databases: Databases;
  let services: Service[];
  let project: Awaited<ReturnType<Installation["project"]>>;
  let endpoint: WebhookEndpointWithSecret;

  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    // The first one creates the tables.
    const flags = ["--webhook-network", "127.0.0.1"];
    services = [await first.serve(...flags)];
    for (const one of installations.slice(1)) {
      services.push(await one.serve(...flags));
    }
    project = await first.project();
    endpoint = await first.json<WebhookEndpointWithSecret>(
      "webhook",
      "add",
      "--project",
      project.projectId,
      "--url",
      receiver.url,
    );
    await newPerson(first, services[0]!, owner.email, "owner");
  });
  afterAll(async () => {
    await receiver.stop();
    await databases.remove();
  });

  let bookings = 0;
  async function book(copy: number, request: object): Promise<Decided> {
    const answer = await callRisk(services[copy]!.url, project.secret.key, {
      ...request,
      requestId: `analyst-${bookings++}`,
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Decided;
  }

  /** A guest books on the device. */
  async function bookOnDevice(copy: number, guest: number): Promise<Decided> {
    const collectionId = `col_analyst${String(guest).padStart(4, "0")}`;
    const batch = { collectionId, sequence: 0, startedAt: Date.now() - 60_000, sentAt: Date.now() };
    const taken = await fetch(`${services[copy]!.url}/sdk/batch`, {
      method: "POST",
      body: JSON.stringify({
        key: project.publishable.key,
        ...batch,
        sdkVersion: "1.1.0",
        device: { deviceId },
        events: [],
      }),
    });
    expect(taken.status).toBe(204);
    return book(copy, { ...distinctGuest(guest), collectionId });
  }

  async function report(decisionId: string, outcome: string): Promise<void> {
    const path = `/v1/decisions/${decisionId}/outcome`;
    const answer = await fetch(services[1]!.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": project.secret.key },
      body: JSON.stringify({ outcome, requestId: "chargeback" }),
    });
    expect(answer.status).toBe(200);
  }

  const act = async <Seen>(copy: number, scenario: string, given: object) => {
    const { faults, ...seen } = await runInNode<Seen & { faults: string[] }>(
      join(import.meta.dir, "analyst.mjs"),
      {
        scenario,
        url: services[copy]!.url,
        projectId: project.projectId,
        email: owner.email,
        ...given,
      },
    );
    expect(faults).toEqual([]);
    return seen as unknown as Seen;
  };

  const shown = (decisionId: string) =>
    first.json<{ decidedBy: { kind: string; entryId: string | null } }>(
      "decision",
      "show",
      decisionId,
    );
  const verified = async (decisionId: string) => {
    expect(await first.json("decision", "verify", decisionId)).toMatchObject({ result: "same" });
  };

  test("a device that is listed on one is denied on another, and its webhook says so", async () => {
    const fraud = await bookOnDevice(0, 1);
    expect(fraud.suggestedAction).toBe("allow");
    await act(1, "denies", { decisionId: fraud.decisionId, deviceId });
    const denied = await bookOnDevice(2, 2);
    expect(denied.suggestedAction).toBe("deny");
    const { decidedBy } = await shown(denied.decisionId);
    expect(decidedBy).toMatchObject({ kind: "deny", entryId: expect.stringMatching(/^lst_/) });
    await verified(denied.decisionId);
    const { why } = await act<{ why: string }>(3, "why", { decisionId: denied.decisionId });
    expect(why).toStartWith("Denied by an entry of the deny list.");
    const got = await waitUntil("the webhook", () =>
      receiver.received.find(({ body }) => body.includes(denied.decisionId)),
    );
    expect(new Webhook(endpoint.secret).verify(got.body, got.headers)).toMatchObject({
      type: "decision.denied",
      data: { decisionId: denied.decisionId, decidedBy: "deny", entryId: decidedBy.entryId },
    });
  });

  test("a good guest who is denied passes once, and then by an entry until it expires, on each of them", async () => {
    // Somebody with the same phone number was a fraudster: the model denies the guest.
    const guest = distinctGuest(50);
    const phone = guest.booker.phone;
    for (const number of [51, 52, 53]) {
      const { booker, ...request } = distinctGuest(number);
      const { decisionId } = await book(number % copies, {
        ...request,
        booker: { ...booker, phone },
      });
      await report(decisionId, "chargeback");
    }
    const denied = await book(0, guest);
    expect(denied.suggestedAction).toBe("deny");
    const { text } = await act<{ text: string }>(1, "passes", { decisionId: denied.decisionId });
    expect(text).toContain("within 24 hours");
    const passed = await book(2, guest);
    expect(passed.suggestedAction).toBe("allow");
    expect((await shown(passed.decisionId)).decidedBy.kind).toBe("pass");
    await verified(passed.decisionId);
    expect((await book(3, guest)).suggestedAction).toBe("deny");

    const file = join(first.folder, "guest.txt");
    writeFileSync(file, guest.booker.email);
    /** Books on each copy, which decides by the entry as long as that has not expired. */
    const obeyed = async ({ entryId, expiresAt }: { entryId: string; expiresAt: number }) => {
      const actions: string[] = [];
      for (let copy = 0; copy < copies; copy++) {
        const { decisionId, suggestedAction, decidedAt } = await book(copy, guest);
        const isAllowed = Date.parse(decidedAt) < expiresAt;
        const { decidedBy } = await shown(decisionId);
        expect([suggestedAction, decidedBy]).toMatchObject(
          isAllowed ? ["allow", { kind: "allow", entryId }] : ["deny", { kind: "model" }],
        );
        actions.push(suggestedAction);
      }
      return actions;
    };
    // On a slow machine, an entry expires before all copies had a booking: then a longer one is added.
    for (let seconds = 5; ; seconds *= 2) {
      const expiresAt = Date.now() + seconds * 1000;
      const { entryId } = await first.json<{ entryId: string }>(
        "list",
        "add",
        "allow",
        "--project",
        project.projectId,
        "--type",
        "email",
        "--reason",
        "Known to the front desk",
        "--value-file",
        file,
        "--expires",
        new Date(expiresAt).toISOString(),
      );
      const actions = await obeyed({ entryId, expiresAt });
      if (actions.includes("deny")) continue;
      await waitUntil("its end", () => Date.now() >= expiresAt);
      expect(await obeyed({ entryId, expiresAt })).toEqual(Array(copies).fill("deny"));
      break;
    }
  });
});
