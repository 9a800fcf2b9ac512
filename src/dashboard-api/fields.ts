/** The fields that several doors take. Every text has its limit. */
import { type Static, Type } from "@sinclair/typebox";
import { emailCharactersMax, readEmail } from "../accounts/email-address.ts";
import { passwordFault, passwordLimits } from "../accounts/password.ts";
import { Problem } from "../http/problem.ts";
import { projectNameMax } from "../projects/projects.ts";

/** One line: a name is no place for control characters. */
export const Name = Type.String({
  minLength: 1,
  maxLength: projectNameMax,
  pattern: "^[^\\u0000-\\u001f\\u007f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$",
});
export const Email = Type.String({ minLength: 3, maxLength: emailCharactersMax });
/** As somebody chooses one, and as somebody types one in. */
export const NewPassword = Type.String({ maxLength: passwordLimits.charactersMax * 2 });
export const Password = Type.String({ minLength: 1, maxLength: passwordLimits.charactersMax * 2 });
export const Token = Type.String({ minLength: 1, maxLength: 100 });
export const Code = Type.String({ minLength: 1, maxLength: 40 });
export const RiskSetting = Type.Union([
  Type.Literal("maximizeProtection"),
  Type.Literal("balanced"),
  Type.Literal("maximizeRevenue"),
]);
export const Role = Type.Union([
  Type.Literal("owner"),
  Type.Literal("analyst"),
  Type.Literal("viewer"),
]);
export const Origins = Type.Union([
  Type.Null(),
  Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 20 }),
]);
export type Origins = Static<typeof Origins>;

/** @throws Problem validation_failed */
export function invalidField(pointer: string, message: string): Problem {
  return new Problem("validation_failed", "One field is missing or malformed.", {
    errors: [{ pointer, message }],
  });
}

/** @throws Problem validation_failed */
export function nameOf(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidField("/name", "must not be empty");
  return name;
}

/** @throws Problem validation_failed */
export function emailOf(text: string): string {
  const email = readEmail(text);
  if (email === null) throw invalidField("/email", "must be an e-mail address");
  return email;
}

/** @throws Problem validation_failed */
export function assertGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw invalidField("/password", fault);
}
