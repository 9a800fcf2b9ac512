/** An e-mail address in the form that identifies an account. */

export const emailCharactersMax = 254;

// Not every address that mail knows: those that the log-in library takes, or somebody could join
// and never sign in. Whether it is anybody's only mail could tell.
const form =
  /^[a-z0-9_+'-]*[a-z0-9_+-](\.[a-z0-9_+'-]*[a-z0-9_+-])*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** In lower case; null where it is no address. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= emailCharactersMax && form.test(email) ? email : null;
}
