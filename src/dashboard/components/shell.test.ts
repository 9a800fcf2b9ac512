import { expect, test } from "bun:test";
import { dataFlag, quoteArgument } from "./shell.ts";

test.each(["/var/lib/booking-risk", "/a b/it's $HOME", "", "`id`", "a\nb", "-x;rm"])(
  "a shell reads the quoted %p unchanged",
  async (text) => {
    const ran = Bun.spawn(["sh", "-c", `printf %s ${quoteArgument(text)}`]);
    expect(await new Response(ran.stdout).text()).toBe(text);
  },
);

test("commands name the data folder if it is known, and none where the data is in PostgreSQL", () => {
  const at = { dataFolder: "/data here", isOnPostgres: false };
  expect(dataFlag(at)).toBe(" --data '/data here'");
  expect(dataFlag({ ...at, dataFolder: null })).toBe("");
  expect(dataFlag({ ...at, isOnPostgres: true })).toBe("");
});
