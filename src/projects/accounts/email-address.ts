/** An e-mail address in the form that identifies an account. */

export const emailCharactersMax = 254;

// Stricter than what mail allows: only addresses that the sign-in library accepts, so that every
// account can sign in. Whether an address exists is not checked.
const form =
  /^[a-z0-9_+'-]*[a-z0-9_+-](\.[a-z0-9_+'-]*[a-z0-9_+-])*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** The address in lower case; null where the text is not one. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= emailCharactersMax && form.test(email) ? email : null;
}
