/**
 * Renders Markdown as React elements, never as HTML, since its author is not trusted: markup is shown
 * as text, images as their descriptions, and only links to http and https are links.
 */
import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";

export default function Markdown({ text }: { text: string }) {
  return <div className="markdown">{blocks(lexer(text, { gfm: true }))}</div>;
}

const blocks = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
    return <Fragment key={i}>{element(token as Known)}</Fragment>;
  });

type Known =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
  | Tokens.Hr
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Escape
  | Tokens.Text
  | Tokens.HTML
  | Tokens.Def
  | Tokens.Checkbox;

function element(token: Known): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading depth={token.depth}>{blocks(token.tokens)}</Heading>;
    case "paragraph":
      return <p>{blocks(token.tokens)}</p>;
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{blocks(token.tokens)}</strong>;
    case "em":
      return <em>{blocks(token.tokens)}</em>;
    case "del":
      return <del>{blocks(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "link":
      return <WebLink href={token.href}>{blocks(token.tokens)}</WebLink>;
    case "image":
      return token.text;
    case "text":
      return "tokens" in token && token.tokens ? blocks(token.tokens) : token.text;
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "space":
    case "def":
      return null;
    default:
      return token.raw; // HTML and unknown syntax is shown as text.
  }
}

/** One level below the headings of the page. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth <= 2) return <h3>{children}</h3>;
  return depth === 3 ? <h4>{children}</h4> : <h5>{children}</h5>;
}

function List({ list: { ordered, items, start } }: { list: Tokens.List }) {
  const lines = items.map((item, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
    return <li key={i}>{blocks(item.tokens)}</li>;
  });
  return ordered ? <ol start={Number(start) || 1}>{lines}</ol> : <ul>{lines}</ul>;
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be focusable.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section is a landmark.
    <div className="scroll" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
              <th key={i}>{blocks(tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
            <tr key={i}>
              {row.map(({ tokens }, j) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes.
                <td key={j}>{blocks(tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Other URLs could run code or lead to pages of the dashboard, so only their text is shown. */
function WebLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
