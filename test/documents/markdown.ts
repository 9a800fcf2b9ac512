/** Reads the project's documents: their code blocks, inline code, tables and links. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { marked, type Token, type Tokens } from "marked";

export const root = resolve(import.meta.dir, "../..");

/** Every Markdown file that the repository has, but generated ones. */
export const documents = [...new Bun.Glob("**/*.md").scanSync({ cwd: root })]
  .filter((path) => !/(^|\/)(node_modules|dist|data|\.venv)\//.test(path))
  .sort();

export const textOf = (path: string) => readFileSync(join(root, path), "utf8");

export interface Block {
  path: string;
  language: string;
  text: string;
}

/** The fenced code blocks of a document, in their order. */
export function blocksOf(path: string): Block[] {
  return tokensOf<Tokens.Code>(path, "code").map(({ lang, text }) => ({
    path,
    language: lang ?? "sh", // Indented: the short way to write a command.
    text,
  }));
}

/** The inline code of a document. */
export const inlineCodeOf = (path: string) =>
  tokensOf<Tokens.Codespan>(path, "codespan").map(({ text }) => text);

export const linksOf = (path: string) =>
  [...tokensOf<Tokens.Link>(path, "link"), ...tokensOf<Tokens.Image>(path, "image")].map(
    ({ href }) => href,
  );

/** The rows of a document's tables, each cell as its inline code. */
export const rowsOf = (path: string) =>
  tokensOf<Tokens.Table>(path, "table").flatMap(({ rows }) =>
    rows.map((row) =>
      row.map(({ tokens }) =>
        inTokens<Tokens.Codespan>(tokens, "codespan").map(({ text }) => text),
      ),
    ),
  );

/** The anchors of a document's headings, as GitHub derives them. */
export const anchorsOf = (path: string) =>
  tokensOf<Tokens.Heading>(path, "heading").map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

const tokensOf = <Kind extends Token>(path: string, type: string) =>
  inTokens<Kind>(marked.lexer(textOf(path)), type);

function inTokens<Kind extends Token>(tokens: Token[], type: string): Kind[] {
  const found: Kind[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === type) found.push(token as Kind);
  });
  return found;
}
