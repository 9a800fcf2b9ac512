/**
 * The mutants of a source: one small change each, that a test should notice. Operators have the names that
 * Stryker gives them. Types, imports, exports of other modules, declarations and texts for people are left alone.
 */
import ts from "typescript";

export interface Mutant {
  file: string;
  /** Where the change begins, from 1. */
  line: number;
  /** A line that runs if the changed code does: of a block, its first statement's. */
  coveredLine: number;
  operator: string;
  /** The offsets that are replaced. */
  start: number;
  end: number;
  original: string;
  replacement: string;
}

interface Change {
  operator: string;
  /** What is replaced: a node, or a token of it. */
  of: ts.Node;
  /** The last node that is replaced, if there are several. */
  until?: ts.Node | undefined;
  by: string;
  /** The part whose line runs if the changed code does; by default what is replaced. */
  covered?: ts.Node | undefined;
}

export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const found = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    for (const { operator, of, until, by, covered } of changesOf(node)) {
      const [start, end] = [of.getStart(source), (until ?? of).end];
      const key = `${start} ${end} ${by}`;
      const original = text.slice(start, end);
      if (found.has(key) || original === by) continue;
      const lines = { line: lineOf(of), coveredLine: lineOf(covered ?? of) };
      found.set(key, { file, ...lines, operator, start, end, original, replacement: by });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

export function applied(mutant: Mutant, text: string): string {
  return text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
}

function isLeftAlone(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isPropertyName(node) && isNameOfItsParent(node)) ||
    // Its arguments are a message.
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
    (ts.canHaveModifiers(node) &&
      (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
  );
}

function isNameOfItsParent(node: ts.PropertyName): boolean {
  return "name" in node.parent && node.parent.name === node && !ts.isComputedPropertyName(node);
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node);
  if (ts.isPostfixUnaryExpression(node))
    return ofUpdate(node, node.operator, node.operand, "after");
  if (ts.isCallExpression(node)) return ofCall(node);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return ofOptional(node);
  }
  if (ts.isArrowFunction(node)) return ofArrowFunction(node);
  if (ts.isBlock(node)) return ofBlock(node);
  if (ts.isIfStatement(node)) return ofCondition(node.expression, ["true", "false"]);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, ["true", "false"]);
  // A loop that does not end would only be noticed by its time.
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return ofCondition(node.expression, ["false"]);
  }
  if (ts.isForStatement(node)) return node.condition ? ofCondition(node.condition, ["false"]) : [];
  if (ts.isCaseClause(node)) return ofCase(node);
  return ofLiteral(node);
}

const { SyntaxKind: kinds } = ts;

const arithmetic: Partial<Record<ts.SyntaxKind, string>> = {
  [kinds.PlusToken]: "-",
  [kinds.MinusToken]: "+",
  [kinds.PercentToken]: "*",
  [kinds.AsteriskToken]: "/",
  [kinds.SlashToken]: "*",
};
const assignment: Partial<Record<ts.SyntaxKind, string>> = {
  [kinds.PlusEqualsToken]: "-=",
  [kinds.MinusEqualsToken]: "+=",
  [kinds.AsteriskEqualsToken]: "/=",
  [kinds.SlashEqualsToken]: "*=",
};
const equality: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [kinds.LessThanToken]: ["<=", ">="],
  [kinds.LessThanEqualsToken]: ["<", ">"],
  [kinds.GreaterThanToken]: [">=", "<="],
  [kinds.GreaterThanEqualsToken]: [">", "<"],
  [kinds.EqualsEqualsToken]: ["!="],
  [kinds.ExclamationEqualsToken]: ["=="],
  [kinds.EqualsEqualsEqualsToken]: ["!=="],
  [kinds.ExclamationEqualsEqualsToken]: ["==="],
};
const logical: Partial<Record<ts.SyntaxKind, string>> = {
  [kinds.AmpersandAmpersandToken]: "||",
  [kinds.BarBarToken]: "&&",
  [kinds.QuestionQuestionToken]: "&&",
};

function ofBinary(node: ts.BinaryExpression): Change[] {
  const { left, operatorToken: of, right } = node;
  const changes: Change[] = [];
  const isText = [left, right].some((one) => ts.isStringLiteralLike(one) || isTemplate(one));
  const [sum, assigned, flipped] = [arithmetic[of.kind], assignment[of.kind], logical[of.kind]];
  if (sum && !isText) changes.push({ operator: "ArithmeticOperator", of, by: sum });
  if (assigned && !isText) changes.push({ operator: "AssignmentOperator", of, by: assigned });
  for (const by of equality[of.kind] ?? []) changes.push({ operator: "EqualityOperator", of, by });
  if (flipped) {
    // In parentheses: `??` cannot be mixed with the other two.
    const by = `(${left.getText()} ${flipped} ${right.getText()})`;
    changes.push({ operator: "LogicalOperator", of: node, by });
  }
  const isCondition = equality[of.kind] || (flipped && of.kind !== kinds.QuestionQuestionToken);
  if (isCondition && !isConditionOfLoop(node))
    changes.push(...ofCondition(node, ["true", "false"]));
  return changes;
}

function isConditionOfLoop(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isForStatement(parent)) return parent.condition === node;
  return (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) && parent.expression === node;
}

function ofCondition(of: ts.Expression, values: readonly string[]): Change[] {
  return values.map((by) => ({ operator: "ConditionalExpression", of, by }));
}

function ofPrefix(node: ts.PrefixUnaryExpression): Change[] {
  const { operator, operand } = node;
  const by = operand.getText();
  if (operator === kinds.ExclamationToken) return [{ operator: "BooleanLiteral", of: node, by }];
  if (operator === kinds.TildeToken) return [{ operator: "UnaryOperator", of: node, by }];
  if (operator === kinds.MinusToken) return [{ operator: "UnaryOperator", of: node, by: `+${by}` }];
  if (operator === kinds.PlusToken) return [{ operator: "UnaryOperator", of: node, by: `-${by}` }];
  return ofUpdate(node, operator, operand, "before");
}

function ofUpdate(
  of: ts.Node,
  operator: ts.PrefixUnaryOperator,
  operand: ts.Expression,
  place: "before" | "after",
): Change[] {
  const sign = operator === kinds.PlusPlusToken ? "--" : "++";
  const by = place === "before" ? `${sign}${operand.getText()}` : `${operand.getText()}${sign}`;
  return [{ operator: "UpdateOperator", of, by }];
}

const opposites: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["startsWith", "endsWith"],
    ["trimStart", "trimEnd"],
    ["toUpperCase", "toLowerCase"],
    ["toLocaleUpperCase", "toLocaleLowerCase"],
    ["some", "every"],
    ["min", "max"],
    ["indexOf", "lastIndexOf"],
    ["find", "findLast"],
    ["floor", "ceil"],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
const removed = new Set([
  "trim",
  "slice",
  "substring",
  "charAt",
  "filter",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "normalize",
]);

function ofCall(node: ts.CallExpression): Change[] {
  const changes = ofOptional(node);
  const called = node.expression;
  if (!ts.isPropertyAccessExpression(called)) return changes;
  const name = called.name.text;
  const opposite = Object.hasOwn(opposites, name) ? opposites[name] : undefined;
  const operator = "MethodExpression";
  if (opposite) changes.push({ operator, of: called.name, by: opposite });
  if (removed.has(name)) changes.push({ operator, of: node, by: called.expression.getText() });
  return changes;
}

function ofOptional(
  node: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression,
): Change[] {
  const of = node.questionDotToken;
  if (!of) return [];
  return [{ operator: "OptionalChaining", of, by: ts.isPropertyAccessExpression(node) ? "." : "" }];
}

function ofArrowFunction({ body }: ts.ArrowFunction): Change[] {
  if (ts.isBlock(body) || body.getText() === "undefined") return [];
  return [{ operator: "ArrowFunction", of: body, by: "undefined" }];
}

function ofBlock(node: ts.Block): Change[] {
  const [first] = node.statements;
  return first ? [{ operator: "BlockStatement", of: node, by: "{}", covered: first }] : [];
}

/** Without its statements, a case continues with those of the next one. */
function ofCase({ statements }: ts.CaseClause): Change[] {
  const [first] = statements;
  if (!first) return [];
  return [{ operator: "ConditionalExpression", of: first, until: statements.at(-1), by: "" }];
}

function ofLiteral(node: ts.Node): Change[] {
  if (node.kind === kinds.TrueKeyword)
    return [{ operator: "BooleanLiteral", of: node, by: "false" }];
  if (node.kind === kinds.FalseKeyword)
    return [{ operator: "BooleanLiteral", of: node, by: "true" }];
  if (ts.isNumericLiteral(node)) {
    return [{ operator: "NumericLiteral", of: node, by: `${Number(node.text) + 1}` }];
  }
  if (ts.isStringLiteralLike(node)) {
    if (isForPeople(node.text)) return [];
    return [{ operator: "StringLiteral", of: node, by: node.text === "" ? '"mutated"' : '""' }];
  }
  if (ts.isTemplateExpression(node)) {
    return isForPeople(node.getText()) || ts.isTaggedTemplateExpression(node.parent)
      ? []
      : [{ operator: "StringLiteral", of: node, by: '""' }];
  }
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isAssigned(node)) {
    return [{ operator: "ArrayDeclaration", of: node, by: "[]" }];
  }
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0 && !isAssigned(node)) {
    return [{ operator: "ObjectLiteral", of: node, by: "{}" }];
  }
  return [];
}

const isTemplate = (node: ts.Node) => ts.isTemplateExpression(node);

/** More than one word. */
const isForPeople = (text: string) => /\p{L} \p{L}/u.test(text);

/** A pattern such as `[a, b] = [b, a]`, and not a value. */
function isAssigned(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    (ts.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === kinds.EqualsToken) ||
    (ts.isForOfStatement(parent) && parent.initializer === node)
  );
}
