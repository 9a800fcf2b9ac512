import { expect, test } from "bun:test";
import { databaseName, needsPrimary, unencryptedHosts, urlsOf } from "./hosts.ts";

test.each([
  ["postgres://u:p@one:5432/d", ["postgres://u:p@one:5432/d"]],
  [
    "postgres://u:p,w@one:5432,two:5433/d?sslmode=verify-full",
    [
      "postgres://u:p,w@one:5432/d?sslmode=verify-full",
      "postgres://u:p,w@two:5433/d?sslmode=verify-full",
    ],
  ],
  ["postgresql://one,[::1]:5433/d", ["postgresql://one/d", "postgresql://[::1]:5433/d"]],
  ["postgres://u@localhost/d?host=%2Ftmp%2Fa,b", ["postgres://u@localhost/d?host=%2Ftmp%2Fa,b"]],
  ["postgres://u:a,b@one/d,e", ["postgres://u:a,b@one/d,e"]],
])("%s", (url, urls) => {
  expect(urlsOf(url)).toEqual(urls);
});

test("of several hosts only the primary is used; of one, where the URL says so", () => {
  expect(needsPrimary("postgres://one,two/d")).toBe(true);
  expect(needsPrimary("postgres://one/d?target_session_attrs=read-write")).toBe(true);
  expect(needsPrimary("postgres://one/d?sslmode=disable&target_session_attrs=primary")).toBe(true);
  expect(needsPrimary("postgres://one/d?target_session_attrs=any")).toBe(false);
  expect(needsPrimary("postgres://one/d")).toBe(false);
});

test.each([
  ["postgres://user:secret@db.example.com:5433/risk?sslmode=require", "db.example.com:5433/risk"],
  ["postgres://user:secret@one:5432,two/risk", "one:5432,two/risk"],
  ["postgres://user@localhost/risk?host=%2Ftmp%2Fa", "localhost/risk"],
])("the name of %s has no password", (url, name) => {
  expect(databaseName(url)).toBe(name);
});

test.each([
  ["postgres://u:secret@db.example.com/d", ["db.example.com"]],
  ["postgres://db.example.com/d?sslmode=disable", ["db.example.com"]],
  ["postgres://10.0.0.5/d?ssl=0", ["10.0.0.5"]],
  ["postgres://127.example.com/d", ["127.example.com"]],
  ["postgres://localhost,two:5433/d", ["two"]],
  ["postgres://one,two/d?sslmode=verify-full", []],
  ["postgres://db.example.com/d?sslmode=no-verify", []],
  ["postgres://db.example.com/d?ssl=true", []],
  ["postgres://localhost/d", []],
  ["postgres://127.0.0.1/d", []],
  ["postgres://[::1]:5433/d", []],
  ["postgres://u@db.example.com/d?host=%2Fvar%2Frun%2Fpostgresql", []],
])("the connections of %s are not encrypted to %p", (url, hosts) => {
  expect(unencryptedHosts(url)).toEqual(hosts);
});
