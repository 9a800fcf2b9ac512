import { expect, test } from "bun:test";
import { isDisposableMailDomain, isPublicMailDomain, mailDomainOf } from "./mail-domain.ts";

test.each([
  { email: "ada@example.com", domain: "example.com" },
  { email: "Ada@Example.COM", domain: "example.com" },
  { email: '"a@b"@example.com', domain: "example.com" },
  { email: "ada@example.com.", domain: "example.com" },
  { email: "ada", domain: "ada" },
  { email: "", domain: "" },
])("the domain of %j", ({ email, domain }) => {
  expect(mailDomainOf(email)).toBe(domain);
});

test.each([
  "gmail.com",
  "outlook.com",
  "yahoo.co.jp",
  "web.de",
  "qq.com",
  "seznam.cz",
  "privaterelay.appleid.com",
])("%s is public, and not thrown away after use", (domain) => {
  expect(isPublicMailDomain(domain)).toBe(true);
  expect(isDisposableMailDomain(domain)).toBe(false);
});

test.each(["mailinator.com", "yopmail.com", "guerrillamail.com", "inbox.mailinator.com"])(
  "%s is thrown away after use, and so public",
  (domain) => {
    expect(isDisposableMailDomain(domain)).toBe(true);
    expect(isPublicMailDomain(domain)).toBe(true);
  },
);

test.each(["example.com", "microsoft.com", "unmailinator.com", "mail.gmail.com.evil.example", ""])(
  "%j is somebody's own",
  (domain) => {
    expect(isPublicMailDomain(domain)).toBe(false);
    expect(isDisposableMailDomain(domain)).toBe(false);
  },
);
