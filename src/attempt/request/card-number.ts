/** Recognises card numbers, which must not be stored: a merchant sends a token of its processor instead. */

const digitCounts = { min: 13, max: 19 } as const; // ISO/IEC 7812-1, as far as cards have them.
/** Whatever stands between digits: spaces, dashes, dots, slashes, quotes …, of any script. */
const separators = /[^\p{L}\p{N}]+/gu;
const digits = /^[0-9]+$/;

/**
 * Whether a text can have a card number. Asked of each text of a request, nearly all of which are of ASCII with few
 * digits: those that are not may have digits of other scripts, or several in one character.
 */
function mayHaveCardNumber(text: string): boolean {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return true;
    if (code >= 0x30 && code <= 0x39) count += 1;
  }
  return count >= digitCounts.min;
}

/**
 * Whether a text is a card number by its length and its checksum, however its digits are separated and
 * in whichever script they are written. One in ten numbers of that length is one by chance.
 */
export function isCardNumber(text: string): boolean {
  if (!mayHaveCardNumber(text)) return false;
  const number = asciiDigits(text.normalize("NFKC").replaceAll(separators, ""));
  const { min, max } = digitCounts;
  return number.length >= min && number.length <= max && digits.test(number) && hasChecksum(number);
}

/** Digits with what may separate them, within one value of a JSON text. */
const numberInText = /\p{Nd}(?:[^\p{L}\p{N}"':,[\]{}]{0,2}\p{Nd})+/gu;

/** Whether one of the numbers in a text, such as a line of a file, is a card number. */
export function hasCardNumber(text: string): boolean {
  if (!mayHaveCardNumber(text)) return false;
  for (const [number] of text.matchAll(numberInText)) if (isCardNumber(number)) return true;
  return false;
}

const foreignDigit = /[^0-9\P{Nd}]/gu;
const decimalDigit = /\p{Nd}/u;

/** With the decimal digits of other scripts, which Unicode has in rows from 0 to 9, as 0 to 9. */
function asciiDigits(text: string): string {
  return text.replaceAll(foreignDigit, (digit) => {
    const code = digit.codePointAt(0)!;
    let value = 0;
    while (value < 9 && decimalDigit.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** The checksum of Luhn: every second digit from the right doubled, the sum of all digits ends in 0. */
function hasChecksum(number: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < number.length; fromRight++) {
    const digit = number.charCodeAt(number.length - 1 - fromRight) - 48;
    const counted = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
