/**
 * A text as each language writes it down, whatever is in it: nothing of it ends the literal, and
 * nothing of it is a command.
 */

/** A JSON string is also a valid literal in JavaScript and in Python. */
export const json = (text: string) => JSON.stringify(text);

/** Between the shell's single quotes nothing has a meaning but such a quote. */
export const jsonInShell = (text: string) => json(text).replaceAll("'", "\\u0027");

/** Between PHP's single quotes a backslash and a quote have a meaning. */
export const php = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** Source files are not always read as UTF-8, so what is beyond ASCII is told by its number. */
export const java = (text: string) =>
  `"${ascii(text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n"))}"`;

/** JSON within a text block that is handed to `formatted`. */
export const jsonInTextBlock = (text: string) =>
  ascii(json(text)).replaceAll("\\", "\\\\").replaceAll("%", "%%");

const ascii = (text: string) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
