import { expect, test } from "bun:test";
import fc from "fast-check";
import { requestWith } from "../../../test/fixtures/example-attempt.ts";
import { plainName } from "../velocity/names.ts";
import { textsOf } from "./request-texts.ts";

const name = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("Ada", "Σ", "ΟΔΟΣ", "\u0301a", "ß", "İ", "O'Neill", "", " ", "김", "ﬁ"),
);

test("the full name is that of both names in one text", () => {
  fc.assert(
    fc.property(name, name, (firstName, lastName) => {
      const request = requestWith({ firstName, lastName, guests: [{ firstName, lastName }, {}] });
      const full = plainName(`${firstName} ${lastName}`);
      expect(textsOf(request).fullName).toBe(full);
      expect(textsOf(request).guestNames).toEqual(full === "" ? [] : [full]);
    }),
    { numRuns: 2000 },
  );
});

test("each request has its own texts, also after another was read", () => {
  const ada = requestWith({ firstName: "Ada", email: "Ada.L+x@MAILINATOR.com" });
  const other = requestWith({ firstName: "Grace", email: "g@gmail.com" });
  for (const request of [ada, other, ada]) {
    const { firstName, domain, isDisposable } = textsOf(request);
    expect([firstName, domain, isDisposable]).toEqual(
      request === ada ? ["ada", "mailinator.com", true] : ["grace", "gmail.com", false],
    );
  }
});
