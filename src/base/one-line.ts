/** Characters that end a line, control a terminal, or turn the direction of the text that follows. */
export const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
