/**
 * Encodes any text as a string literal of each language, so that it can neither end the literal nor
 * run as code.
 */

/** A JSON string is also a valid literal in JavaScript and in Python. */
export const json = (text: string) => JSON.stringify(text);

/** For single quotes in a shell, where only a single quote is special. */
export const jsonInShell = (text: string) => json(text).replaceAll("'", "\\u0027");

/** For single quotes in PHP, where only backslashes and quotes are special. */
export const php = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** Source files are not always read as UTF-8, so non-ASCII characters are escaped. */
export const java = (text: string) =>
  `"${ascii(text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n"))}"`;

/** For JSON in a text block that is passed to `formatted`. */
export const jsonInTextBlock = (text: string) =>
  ascii(json(text)).replaceAll("\\", "\\\\").replaceAll("%", "%%");

const ascii = (text: string) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
