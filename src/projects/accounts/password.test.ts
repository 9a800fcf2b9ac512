import { expect, test } from "bun:test";
import { hashPassword, isPassword, passwordIssue, passwordLimits } from "./password.ts";

test("a password is kept as Argon2id, each with a salt of its own", async () => {
  const [one, other] = [
    await hashPassword("correct horse battery"),
    await hashPassword("correct horse battery"),
  ];
  expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(one).not.toBe(other);
  expect(await isPassword("correct horse battery", one)).toBe(true);
  expect(await isPassword("correct horse batterY", one)).toBe(false);
});

test("the same letters in another spelling of Unicode are the same password", async () => {
  const hash = await hashPassword("caf\u00e9 au lait noir");
  expect(await isPassword("cafe\u0301 au lait noir", hash)).toBe(true);
});

test.each([
  ["short", /at least 12/],
  ["x".repeat(passwordLimits.charactersMax + 1), /at most 200/],
  ["aaaaaaaaaaaaaaaa", /different/],
  ["ada.lovelace99", /e-mail/],
  ["qwertyuiopas", /neighbouring/],
  ["098765432109", /neighbouring/],
  ["abcdefghijklmn", /neighbouring/],
  ["password1234", /common/],
  ["Welcome12345", /common/],
  ["iloveyou2026", /common/],
  ["bookingrisk1", /common/],
  ["2026!Football!", /common/],
  ["baseballbaseball", /common/],
  ["Password1!Password1!", /common/],
  ["!1Welcome1!1Welcome", /common/],
  ["!p4ssw0rdp4ssw0rd!", /common/],
  ["password1password2", /common/],
  ["Football-football-7", /common/],
])("%s is refused", (password, reason) => {
  expect(passwordIssue(password, "ada.lovelace@example.com")).toMatch(reason);
});

test.each([
  "correct horse battery",
  "пароль длинный",
  "1q9x-7ghw-20cf",
  "my dog eats 12 apples",
  "zebra-lamp zebra-lamp",
])("%s is taken", (password) => {
  expect(passwordIssue(password, "ada@example.com")).toBeNull();
});
