/** A list of breached passwords: nobody gets one of them, by whatever way an account gets its password. */
import { afterAll, describe, expect, test } from "bun:test";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Person, password } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { breached, breachedLines, writeList } from "../../../fixtures/breached-passwords.ts";
import { Installation } from "../../../fixtures/executable.ts";

const installation = new Installation();
afterAll(() => installation.remove());
const list = join(installation.folder, "pwned-passwords.txt");
const lines = breachedLines(200_000);
writeList(list, lines, "\r\n");
const service = await installation.serve("--breached-passwords", list);
const known = breached(4711);

const linkTo = async (...words: string[]) =>
  new URL((await installation.json("user", ...words)).url!).hash.slice(1);
const ada = new Person(service.url);
const refused = {
  status: 422,
  errors: [{ pointer: "/password", message: "must not be one that is known from a data breach" }],
};
const answerOf = ({ status, body }: Awaited<ReturnType<Person["post"]>>) => ({
  status,
  errors: body.errors ?? [],
});

describe("a breached password", () => {
  test("makes no account, and its link stays good", async () => {
    const token = await linkTo("create", "--email", "ada@example.com");
    const signUp = (chosen: string) =>
      ada.post("/links/join", { token, name: "Ada", password: chosen });
    expect(answerOf(await signUp(known))).toEqual(refused);
    expect((await signUp(password)).status).toBe(200);
  });

  test("does not replace another", async () => {
    const change = (chosen: string) =>
      ada.put("/account/password", { currentPassword: password, password: chosen });
    expect(answerOf(await change(known))).toEqual(refused);
    expect((await change(`${password} 2`)).status).toBe(200);
  });

  test("is not set by a link of the operator's", async () => {
    const token = await linkTo("reset", "--email", "ada@example.com");
    const reset = (chosen: string) =>
      new Person(service.url).post("/links/password", { token, password: chosen });
    expect(answerOf(await reset(known))).toEqual(refused);
    expect((await reset(`${password} 3`)).status).toBe(200);
  });

  test("is in no line of the log", async () => {
    expect(service.log.join("\n")).not.toContain(known);
  });
});

test("while the list cannot be read no password is set, and the log says why", async () => {
  const session = new Person(service.url);
  const mine = { email: "ada@example.com", password: `${password} 3` };
  expect((await session.post("/session", mine)).status).toBe(200);
  const change = () =>
    session.put("/account/password", { currentPassword: mine.password, password });
  renameSync(list, `${list}.away`);
  const answer = await change();
  expect([answer.status, answer.body.code]).toEqual([503, "unavailable"]);
  const isLogged = () => service.log.some((line) => line.includes('"breached_passwords"'));
  await waitUntil("the log to say so", isLogged);
  expect(service.log.find((line) => line.includes('"breached_passwords"'))).toContain("ENOENT");
  renameSync(`${list}.away`, list);
  expect((await change()).status).toBe(200);
});

describe("a start", () => {
  const broken = join(installation.folder, "broken.txt");

  test.each<[string, () => void, RegExp]>([
    ["without the file", () => rmSync(broken, { force: true }), /cannot be read \(ENOENT\)/],
    ["with half of it", () => writeList(broken, lines.slice(0, 100_000)), /is incomplete/],
    [
      "with a cut line",
      () => writeFileSync(broken, `${lines.join("\n")}`.slice(0, -30)),
      /cut off/,
    ],
    ["with another file", () => writeFileSync(broken, "password\n"), /is no list of hashes/],
  ])("%s ends with what is wrong", async (_, prepare, message) => {
    prepare();
    const { status, out, error } = await installation.run("serve", "--breached-passwords", broken);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(error).toStartWith(`booking-risk: --breached-passwords: ${broken} `);
    expect(error).toMatch(message);
    const doctor = await installation.run("doctor", "--breached-passwords", broken);
    expect(doctor.status).toBe(1);
    expect(doctor.out).toMatch(/^BAD {2}passwords /m);
  });

  test("takes the file from the environment, and doctor looks at it", async () => {
    const other = new Installation({ BOOKING_RISK_BREACHED_PASSWORDS: list });
    const { url, stop } = await other.serve();
    const { out } = await other.run("doctor");
    const size = `${Math.ceil(statSync(list).size / 1e6)} MB`;
    expect(out).toContain(`ok   passwords ${list}: breached passwords, ${size}, of 20`);
    const made = await other.json("user", "create", "--email", "ada@example.com");
    const token = new URL(made.url!).hash.slice(1);
    const joined = await new Person(url).post("/links/join", {
      token,
      name: "Ada",
      password: known,
    });
    expect(answerOf(joined)).toEqual(refused);
    await stop();
    await other.remove();
  });
});
