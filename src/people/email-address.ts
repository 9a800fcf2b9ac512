/** An address as people are told apart by it. */

export const emailCharactersMax = 254;

// One @, no blanks, a domain with a dot or a local name; whether it is somebody's only mail tells.
const form = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** In lower case; null where it is no address. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase().normalize("NFC");
  return email.length <= emailCharactersMax && form.test(email) ? email : null;
}
