/** Characters that end a line, control a terminal, or turn the direction of the text that follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
export const notInOneLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
