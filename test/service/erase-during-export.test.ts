/** A guest is erased while exports are running on the executable: each ends with an error and leaves no file. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { newPerson, type Person } from "../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { type GuestExport, guestExportLimits } from "../../src/decisions/privacy/export.ts";
import { booking } from "../fixtures/booking.ts";
import { Installation, type Service } from "../fixtures/executable.ts";

const installation = new Installation();
afterAll(() => installation.remove());
const guest = "oksana.kovalenko@example.com";
const decisions = 3000;
let projectId: string;
let service: Service;
let owner: Person;

beforeAll(async () => {
  ({ projectId } = await installation.project());
  const begun = Date.now() - 60 * 24 * 3_600_000;
  const lines = Array.from({ length: decisions }, (_, n) =>
    JSON.stringify({
      decidedAt: new Date(begun + n * 60_000).toISOString(),
      request: booking({ booker: { email: guest }, requestId: `past-${n}` }),
    }),
  );
  const file = join(installation.folder, "past.ndjson");
  writeFileSync(file, lines.join("\n"));
  await installation.json("history", "import", file, "--project", projectId);
  service = await installation.serve();
  owner = await newPerson(installation, service, "ada@example.com", "owner");
});

const ofGuest = (value: string) => ({ kind: "email", value });
let others = 0;
/** Of somebody else, who has no decision. */
async function eraseAnother(): Promise<void> {
  const asked = { ...ofGuest(`nobody-${others++}@example.com`), confirm: "erase" };
  const { status } = await owner.post(`/projects/${projectId}/guests/erase`, asked);
  expect(status).toBe(200);
}

/** Erases one guest after another while something else goes on. */
async function besideErasures<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const erasing = (async () => {
    while (!isOver) await eraseAnother();
  })();
  const result = await work.finally(() => {
    isOver = true;
  });
  await erasing;
  return result;
}

test("`guest export` writes no file", async () => {
  const value = join(installation.folder, "value.txt");
  writeFileSync(value, guest);
  const out = join(installation.folder, "guest.json");
  const run = () =>
    installation.run(
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
  const { status, error } = await besideErasures(run());
  expect([status, error]).toEqual([
    1,
    expect.stringContaining("a guest was erased while this ran"),
  ]);
  expect(readdirSync(installation.folder)).not.toContain("guest.json");
  expect((await run()).status).toBe(0); // It is started again.
  const { decisions: all, more } = (await Bun.file(out).json()) as GuestExport;
  const oldest = Array.from({ length: guestExportLimits.decisions }, (_, n) => `past-${n}`);
  expect(all.map(({ requestId }) => requestId)).toEqual(oldest);
  expect(more).toBe(true);
});

test("the dashboard's export of a guest is refused, or breaks off once it has begun", async () => {
  const exporting = () => owner.post(`/projects/${projectId}/guests/export`, ofGuest(guest));
  const seen = await besideErasures(exporting().catch((error: Error) => error));
  if (!(seen instanceof Error)) {
    expect([seen.status, seen.body.code]).toEqual([409, "conflict"]);
    expect(seen.body.detail).toContain("erased");
  }
  expect((await exporting()).body.decisions).toHaveLength(guestExportLimits.decisions);
});

test("the dashboard's download breaks off", async () => {
  const whole = await download();
  whole.socket.resume();
  const { text, isComplete } = await whole.end;
  expect([isComplete, text.split("past-").length - 1]).toEqual([true, decisions]);

  const broken = await download();
  await eraseAnother(); // What does not fit into the buffers of the connection waits until the browser takes it.
  broken.socket.resume();
  const cut = await broken.end;
  expect(cut.text).toStartWith("HTTP/1.1 200 OK");
  expect(cut.isComplete).toBe(false); // Even if all rows were in the buffers.
  expect(cut.text.split("past-").length - 1).toBeLessThanOrEqual(decisions);
  await waitUntil("the entry of its end", async () => {
    const { body } = await owner.get(`/audit/${projectId}`);
    const ended = body.find(({ action }: { action: string }) => action === "decision.exported");
    return ended.detail.whole === false;
  });
});

interface End {
  text: string;
  /** The last piece of an answer is an empty one. Without it, every browser reports a failed download. */
  isComplete: boolean;
}

/** A download of all decisions that takes the first of them, and the others when its socket is resumed. */
async function download(): Promise<{ socket: Socket; end: Promise<End> }> {
  const exports = `/projects/${projectId}/decisions/exports`;
  const { orderId } = (await owner.post(exports, { view: {} })).body;
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  const begun = new Promise<void>((resolve) => {
    socket.on("data", (piece) => {
      const isFirst = !text.includes(guest);
      text += piece.toString("latin1");
      if (!isFirst || !text.includes(guest)) return;
      socket.pause();
      resolve();
    });
  });
  const end = new Promise<End>((resolve) => {
    socket.on("error", () => {}); // Such as ECONNRESET, and then it is closed.
    socket.on("close", () => resolve({ text, isComplete: text.endsWith("\r\n0\r\n\r\n") }));
  });
  socket.write(
    `GET /dashboard/api${exports}/${orderId} HTTP/1.1\r\nHost: ${host}\r\n` +
      `Cookie: ${owner.cookie}\r\nConnection: close\r\n\r\n`,
  );
  await begun;
  return { socket, end };
}
