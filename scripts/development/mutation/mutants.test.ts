import { expect, test } from "bun:test";
import { applied, mutantsOf } from "./mutants.ts";

/** Each mutant of a source, as its whole text. */
const texts = (text: string) => mutantsOf("a.ts", text).map((mutant) => applied(mutant, text));
const operatorsOf = (text: string) => [
  ...new Set(mutantsOf("a.ts", text).map(({ operator }) => operator)),
];

test.each([
  ["ArithmeticOperator", "a + b;", ["a - b;"]],
  ["ArithmeticOperator", "a % b;", ["a * b;"]],
  ["AssignmentOperator", "a += b;", ["a -= b;"]],
  ["UnaryOperator", "-a;", ["+a;"]],
  ["UpdateOperator", "a++;", ["a--;"]],
  ["UpdateOperator", "--a;", ["++a;"]],
  ["LogicalOperator", "a ?? b;", ["(a && b);"]],
  ["BooleanLiteral", "!a;", ["a;"]],
  ["BooleanLiteral", "f(true, false);", ["f(false, false);", "f(true, true);"]],
  ["ConditionalExpression", "if (a) b;", ["if (true) b;", "if (false) b;"]],
  ["ConditionalExpression", "a ? b : c;", ["true ? b : c;", "false ? b : c;"]],
  ["ConditionalExpression", "while (a) b;", ["while (false) b;"]],
  ["ConditionalExpression", "for (;a;) b;", ["for (;false;) b;"]],
  ["ConditionalExpression", "switch (a) { case b: c; d; }", ["switch (a) { case b:  }"]],
  ["BlockStatement", "function f() { a; }", ["function f() {}"]],
  ["ArrowFunction", "() => a;", ["() => undefined;"]],
  ["MethodExpression", "a.some(b);", ["a.every(b);"]],
  ["MethodExpression", "a.slice(b).c;", ["a.c;"]],
  ["OptionalChaining", "a?.b;", ["a.b;"]],
  ["OptionalChaining", "a?.[b];", ["a[b];"]],
  ["OptionalChaining", "a?.();", ["a();"]],
  ["StringLiteral", 'f("a", "");', ['f("", "");', 'f("a", "mutated");']],
  ["StringLiteral", `f(\`a\${b}\`);`, ['f("");']],
  ["NumericLiteral", "f(1_000);", ["f(1001);"]],
  ["ArrayDeclaration", "f([a, b]);", ["f([]);"]],
  ["ObjectLiteral", "f({ a });", ["f({});"]],
])("%s: %s", (operator, text, mutants) => {
  expect(operatorsOf(text)).toEqual([operator]);
  expect(texts(text)).toEqual(mutants);
});

test("a comparison is moved by one step, turned around, and always true or false", () => {
  expect(texts("f(a < b);")).toEqual(["f(a <= b);", "f(a >= b);", "f(true);", "f(false);"]);
  expect(texts("f(a === b);")).toEqual(["f(a !== b);", "f(true);", "f(false);"]);
  // Each change once, though it is the condition of a statement too; and no loop without an end.
  expect(texts("if (a === b) c;")).toHaveLength(3);
  expect(texts("while (a === b) c;")).toEqual(["while (false) c;", "while (a !== b) c;"]);
});

test.each([
  'import { a } from "b";',
  'export { a } from "b";',
  'type A = "b" | 1; interface B { a: "c"; }',
  "declare const a: { b: 1 };",
  'const a = b as "c";',
  'throw new RangeError("a" + b);',
  'const a = "A text for people.";',
  `const a = \`A text about \${b}.\`;`,
  "[a, b] = c;",
  "const { a, b } = c;",
  'class A { "b-c"?: D; }',
])("%s has no mutant", (text) => {
  expect(texts(text)).toEqual([]);
});

test("text beside an operator is joined, and a key is no value", () => {
  expect(texts('f(a + "b");')).toEqual(['f(a + "");']);
  expect(texts('f({ "a-b": c });')).toEqual(["f({});"]);
});

test("a mutant has its line, and the line that runs if its code does", () => {
  const text = "function f(): void {\n  // Why.\n  a();\n}\n";
  expect(mutantsOf("src/f.ts", text)).toEqual([
    {
      file: "src/f.ts",
      line: 1,
      coveredLine: 3,
      operator: "BlockStatement",
      start: 19,
      end: text.length - 1,
      original: text.slice(19, -1),
      replacement: "{}",
    },
  ]);
});

test("the mutants of a source of the project can be parsed", async () => {
  const text = await Bun.file(`${import.meta.dir}/mutants.ts`).text();
  const mutants = mutantsOf("scripts/development/mutation/mutants.ts", text);
  expect(mutants.length).toBeGreaterThan(100);
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  for (const mutant of mutants) {
    const changed = applied(mutant, text);
    expect(() => transpiler.transformSync(changed)).not.toThrow();
  }
});
