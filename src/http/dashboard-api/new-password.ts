/** What is asked of a password when an account gets it: at sign-up, at a change and at a reset. */
import { invalidInput } from "../../base/domain-error.ts";
import { log } from "../../base/log.ts";
import { UnusableList } from "../../projects/accounts/breached-passwords.ts";
import { passwordIssue } from "../../projects/accounts/password.ts";
import { unavailable } from "../problems/to-problem.ts";
import type { RouteDeps } from "./deps.ts";

/** @throws DomainError invalid_input, Problem unavailable */
export async function assertGoodPassword(
  { breachedPasswords }: Pick<RouteDeps, "breachedPasswords">,
  password: string,
  email: string,
): Promise<void> {
  const issue = passwordIssue(password, email);
  if (issue !== null) throw invalidInput("password", issue);
  if (await breachedPasswords?.has(password).catch(refuse)) {
    throw invalidInput("password", "must not be one that is known from a data breach");
  }
}

/** A password that cannot be checked is not taken. */
function refuse(error: unknown): never {
  if (!(error instanceof UnusableList)) throw error;
  log("error", "breached_passwords", { reason: error.message });
  throw unavailable("Passwords cannot be checked at the moment. Nothing was changed. Try again.");
}
