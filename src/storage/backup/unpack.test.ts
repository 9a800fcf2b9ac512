import { expect, test } from "bun:test";
import { isSafe } from "./unpack.ts";

test.each(["control.db", "models/default@1.5.0/model.onnx", "..events.db", "a..b/c"])(
  "%p is a name inside the folder",
  (name) => expect(isSafe(name)).toBe(true),
);

test.each([
  "..",
  "../escaped",
  "models/../../escaped",
  "models/..",
  ".",
  "./control.db",
  "models/./x",
  "",
  "/etc/passwd",
  "models//x",
  "models/",
  "..\\escaped",
  "C:/escaped",
  "a\0b",
  "a\nb",
  "a".repeat(1025),
])("%p is refused", (name) => expect(isSafe(name)).toBe(false));
