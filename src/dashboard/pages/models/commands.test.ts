import { expect, test } from "bun:test";
import { commandsFor, quoted } from "./commands.ts";

test.each(["/var/lib/booking-risk", "/a b/it's $HOME", "", "`id`", "a\nb", "-x;rm"])(
  "a shell reads %p as it is",
  async (text) => {
    const ran = Bun.spawn(["sh", "-c", `printf %s ${quoted(text)}`]);
    expect(await new Response(ran.stdout).text()).toBe(text);
  },
);

test("commands name the data folder where it is known, and none where it is not", () => {
  const at = { projectId: "prj_1", dataFolder: "/data here" };
  expect(commandsFor(at).bring[1]!.text).toBe("booking-risk model check mine --data '/data here'");
  const unknown = commandsFor({ ...at, dataFolder: null });
  expect(unknown.bring[1]!.text).toBe("booking-risk model check mine");
  expect(unknown.byFolder).toBe("<data>/models/");
});
