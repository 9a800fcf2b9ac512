/**
 * A card number in each member of a request, on the executable: where it is refused, no file, no log, no answer
 * and no backup has it. The members of the specification take any text, and store it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "../../scripts/programs/files-below.ts";
import { entriesOf } from "../fixtures/backup-archive.ts";
import { booking, declaredAttributes } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

/** Each place has a number of its own, so that one that is found says where it came from. */
const numbers = new Map<string, string>();

function numberFor(place: string): string {
  const digits = `4${String(1_000_000_000 + numbers.size * 7_919_317)}2026`;
  const check = [...Array(10).keys()].find((last) => sumOf(`${digits}${last}`) % 10 === 0);
  const number = `${digits}${check}`;
  numbers.set(place, number);
  return number;
}

/** The sum of Luhn's checksum. */
function sumOf(number: string): number {
  return [...number].reverse().reduce((sum, digit, place) => {
    const counted = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (counted > 9 ? counted - 9 : counted);
  }, 0);
}

const spaced = (number: string) => number.replaceAll(/(.{4})(?=.)/g, "$1 ");

const paymentMembers = [
  "method",
  "instrumentId",
  "bin",
  "billingCountryMatch",
  "avs",
  "cvc",
  "threeDSecure",
  "previousDeclines",
];

/** One of each type. */
const attributeNames = declaredAttributes.map(([name]) => name!);

/** Requests by the place of the number in them: all are refused. */
function refusedRequests(via: string): [place: string, request: object][] {
  const ofPayment = paymentMembers.flatMap((name) =>
    (["text", "spaced", "number", "list"] as const).map((form): [string, object] => {
      const place = `${via} payment.${name} ${form}`;
      const number = numberFor(place);
      const value = {
        text: number,
        spaced: spaced(number),
        number: Number(number),
        list: [number],
      };
      return [place, { ...booking(), payment: { method: "card", [name]: value[form] } }];
    }),
  );
  const ofAmount = (["value", "currency"] as const).flatMap((name) =>
    (["text", "number"] as const).map((form): [string, object] => {
      const place = `${via} totalAmount.${name} ${form}`;
      const number = numberFor(place);
      const value = form === "text" ? number : Number(number);
      const totalAmount = { value: 100, currency: "EUR", [name]: value };
      return [place, booking({ booking: { totalAmount } as never })];
    }),
  );
  const ofAttributes = [...attributeNames, "undeclared"].flatMap((name) =>
    (["text", "spaced", "inText", "number", "list"] as const).map((form): [string, object] => {
      const place = `${via} attributes.${name} ${form}`;
      const number = numberFor(place);
      const value = {
        text: number,
        spaced: spaced(number),
        inText: `visa ${spaced(number)} ok`,
        number: Number(number),
        list: [number],
      };
      return [place, { ...booking(), attributes: { [name]: value[form] } }];
    }),
  );
  const named = ["", "card_"].map((start): [string, object] => {
    const place = `${via} attributes ${start}name`;
    return [place, { ...booking(), attributes: { [start + numberFor(place)]: 1 } }];
  });
  return [...ofPayment, ...ofAmount, ...ofAttributes, ...named];
}

/** Scored without the number: nothing is read from members that are unknown. */
function acceptedRequests(via: string): object[] {
  const payment = () => ({
    method: "card",
    cardNumber: numberFor(`${via} payment.cardNumber`),
    card: { number: numberFor(`${via} payment.card.number`) },
  });
  return [{ ...booking(), payment: payment() }];
}

const installation = new Installation();
const answers: string[] = [];
let service: Service;
let projectId: string;
let secret: string;

beforeAll(async () => {
  const project = await installation.project();
  projectId = project.projectId;
  secret = project.secret.key;
  for (const flags of declaredAttributes) {
    await installation.json("project", "attribute", "set", ...flags, "--project", projectId);
  }
  service = await installation.serve();
});
afterAll(() => installation.remove());

async function call(request: object): Promise<number> {
  const answer = await callRisk(service.url, secret, JSON.stringify(request));
  answers.push(await answer.text());
  return answer.status;
}

test("in the new members it is refused with a clear problem, and those that are unknown are dropped", async () => {
  for (const [place, request] of refusedRequests("api")) {
    expect([place, await call(request)]).toEqual([place, 422]);
  }
  for (const request of acceptedRequests("api")) expect(await call(request)).toBe(200);
  const instrument = { ...booking(), payment: { instrumentId: numberFor("problem") } };
  await call(instrument);
  expect(JSON.parse(answers.at(-1)!)).toMatchObject({
    code: "validation_failed",
    errors: [
      {
        pointer: "/payment/instrumentId",
        message: expect.stringContaining("looks like a card number"),
      },
    ],
  });
});

test("an import names such lines, and does not copy them to the file of rejected lines", async () => {
  const file = join(installation.folder, "past.ndjson");
  const refused = refusedRequests("import").map(([, request]) => request);
  const lines = [...refused, ...acceptedRequests("import")].map((request) =>
    JSON.stringify({ decidedAt: "2026-01-01T00:00:00Z", request }),
  );
  writeFileSync(file, lines.join("\n"));
  const ran = await installation.run("history", "import", file, "--project", projectId, "--json");
  expect(ran.status).toBe(1);
  const tally = JSON.parse(ran.out) as { rejectedFile: string };
  expect(tally).toMatchObject({ imported: 1, rejected: refused.length });
  const rejected = readFileSync(tally.rejectedFile, "utf8");
  expect(rejected.trimEnd().split("\n")).toHaveLength(refused.length);
  answers.push(ran.out, ran.error, rejected);
});

test("an attribute is not declared by one", async () => {
  const number = numberFor("declared");
  const meaning = `paid by ${spaced(numberFor("meaning"))}`;
  for (const flags of [
    [`card_${number}`, "--type", "flag", "--meaning", "a card"],
    ["card", "--type", "flag", "--meaning", meaning],
  ]) {
    const set = ["project", "attribute", "set", ...flags, "--project", projectId];
    const ran = await installation.run(...set);
    expect(ran.status).toBe(2);
    answers.push(ran.out, ran.error);
  }
});

test("a token of the same card is stored, and an export of the guest has it", async () => {
  const payment = { method: "card", instrumentId: "tok_9f3kQ2", previousDeclines: 1 } as const;
  const totalAmount = { value: 45600, currency: "eur" };
  expect(await call({ ...booking({ booking: { totalAmount } }), payment })).toBe(200);
  const { decisionId } = JSON.parse(answers.at(-1)!) as { decisionId: string };
  const stored = await installation.json<{ request: object }>("decision", "show", decisionId);
  expect(stored.request).toMatchObject({
    booking: { totalAmount: { value: 45600, currency: "EUR" } },
    payment,
  });
  const address = join(installation.folder, "address.txt");
  writeFileSync(address, "ada@example.com");
  const out = join(installation.folder, "guest.json");
  await installation.json(
    "guest",
    "export",
    "--project",
    projectId,
    "--by",
    "email",
    "--value-file",
    address,
    "--out",
    out,
  );
  expect(readFileSync(out, "utf8")).toContain('"instrumentId":"tok_9f3kQ2"');
});

test("no file, no log, no answer and no backup has any of the numbers", async () => {
  const backup = join(installation.folder, "backup.tar");
  await installation.json("backup", backup);
  const running = textsToSearch(await entriesOf(readFileSync(backup)));
  await service.stop();
  const all = [...running, ...textsToSearch([])];
  const found = [...numbers].flatMap(([place, number]) =>
    all
      .filter(([, text]) => [number, spaced(number)].some((form) => text.includes(form)))
      .map(([where]) => `${place}: ${where}`),
  );
  expect(found).toEqual([]);
  expect(numbers.size).toBeGreaterThan(100);
  // What is searched is where requests are: the token is there.
  const withToken = all.filter(([, text]) => text.includes("tok_9f3kQ2")).map(([where]) => where);
  expect(withToken.length).toBeGreaterThan(1);
});

/** Everything that the service wrote. */
function textsToSearch(entries: Awaited<ReturnType<typeof entriesOf>>): [string, Buffer][] {
  return [
    ...filesBelow(installation.data, (path) => readFileSync(path)),
    ...entries.map(({ header, content }): [string, Buffer] => [`backup ${header.name}`, content]),
    ["log", Buffer.from(service.log.join("\n"))],
    ["answers", Buffer.from(answers.join("\n"))],
  ];
}

test("an erasure of the guest leaves nothing of the token", async () => {
  const address = join(installation.folder, "address.txt");
  await installation.json(
    "guest",
    "erase",
    "--project",
    projectId,
    "--by",
    "email",
    "--yes",
    "--value-file",
    address,
  );
  const left = textsToSearch([]).filter(([, text]) => text.includes("tok_9f3kQ2"));
  // What a caller was answered is the merchant's.
  expect(left.map(([where]) => where).filter((where) => where !== "answers")).toEqual([]);
});

test("the text members of the specification take it, as any other text", async () => {
  service = await installation.serve();
  const number = numberFor("booker.referenceId");
  expect(await call(booking({ booker: { referenceId: number } }))).toBe(200);
  const { decisionId } = JSON.parse(answers.at(-1)!) as { decisionId: string };
  const stored = await installation.json<{ request: object }>("decision", "show", decisionId);
  expect(stored.request).toMatchObject({ booker: { referenceId: number } });
});
