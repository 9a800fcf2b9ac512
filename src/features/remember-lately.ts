/** Answers kept at a time: an attempt asks the same of its few texts again and again. */
const kept = 32;

/**
 * The same function, which remembers its answers to the last few texts. Several features of one
 * attempt ask the same of the same text.
 */
export function rememberLately<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (answers.size >= kept) answers.clear();
    const answer = ask(text);
    answers.set(text, answer);
    return answer;
  };
}
