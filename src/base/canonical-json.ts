/** What is begun and not ended: an object with its members' names in their order, or an array. */
interface Open {
  readonly of: Readonly<Record<string | number, unknown>>;
  readonly names: readonly (string | number)[];
  readonly isArray: boolean;
  written: number;
}

/**
 * JSON with the members of every object sorted, so that their order does not make another value. In time that grows with
 * the text only: the stack of `JSON.stringify` does not, for a body of 64 KiB can be nested 32,000 levels deep.
 */
export function canonicalJson(value: unknown): string {
  const begun: Open[] = [];
  let text = "";
  let next = value;
  for (;;) {
    if (typeof next === "object" && next !== null) {
      const open = openOf(next);
      begun.push(open);
      text += open.isArray ? "[" : "{";
    } else {
      text += JSON.stringify(next);
    }
    let innermost = begun.at(-1);
    while (innermost && innermost.written === innermost.names.length) {
      text += innermost.isArray ? "]" : "}";
      begun.pop();
      innermost = begun.at(-1);
    }
    if (!innermost) return text;
    const name = innermost.names[innermost.written]!;
    if (innermost.written++ > 0) text += ",";
    if (!innermost.isArray) text += `${JSON.stringify(name)}:`;
    next = innermost.of[name];
  }
}

function openOf(value: object): Open {
  const of = value as Open["of"];
  if (Array.isArray(value)) return { of, names: [...value.keys()], isArray: true, written: 0 };
  const entries = Object.entries(of).filter(([, member]) => member !== undefined);
  // As an object has them: whole numbers first, in their order.
  const sorted = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { of: sorted, names: Object.keys(sorted), isArray: false, written: 0 };
}
