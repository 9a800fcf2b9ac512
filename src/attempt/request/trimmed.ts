const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A text without white space around it. One in which nothing is visible, such as U+200B, is empty. */
export function trimmed(text: string): string {
  return visible.test(text) ? text.trim() : "";
}
