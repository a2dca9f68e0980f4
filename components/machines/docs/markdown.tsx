/**
 * A document as elements. HTML in a document is shown as text: nothing in it becomes markup.
 */

import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import type { FeatureText } from "#components/i18n/sources.ts";
import { Code, CodeBlock } from "#components/machines/parts/document-parts.tsx";

export type MarkdownContext = {
  /** The anchor of the heading with that title. */
  anchorOf: (title: string) => string;
  /** The text of a token without marks. */
  plainText: (token: Token) => string;
  /** Where a link leads; undefined for a file that this service does not have. */
  target: (href: string) => string | undefined;
  text: FeatureText<"docs">;
};

type MarkdownProps = { tokens: readonly Token[]; context: MarkdownContext };

/** The blocks of a document. */
export function Markdown({ tokens, context }: MarkdownProps) {
  return tokens.map((token, index) => (
    // The document does not change, so a place names its block.
    <Block key={index.toString()} token={token} position={index + 1} context={context} />
  ));
}

type BlockProps = { token: Token; position: number; context: MarkdownContext };

function Block({ token, position, context }: BlockProps) {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} context={context} />;
    case "paragraph":
      return (
        <p className="max-w-3xl leading-6">
          <Inline tokens={token.tokens} context={context} />
        </p>
      );
    case "code":
      return (
        <CodeBlock
          kind={`doc-${position}`}
          what={context.text("codeBlock", { number: position })}
          text={(token as Tokens.Code).text}
        />
      );
    case "list":
      return <List token={token as Tokens.List} context={context} />;
    case "table":
      return <DocTable token={token as Tokens.Table} position={position} context={context} />;
    case "blockquote":
      return (
        <blockquote className="flex flex-col gap-3 border-s-2 border-line-strong ps-3 text-ink-muted">
          <Markdown tokens={(token as Tokens.Blockquote).tokens} context={context} />
        </blockquote>
      );
    case "hr":
      return <hr className="border-line" />;
    case "space":
      return null;
    default:
      return <Inline tokens={[token]} context={context} />;
  }
}

function Heading({ token, context }: { token: Tokens.Heading; context: MarkdownContext }) {
  const anchor = context.anchorOf(context.plainText(token));
  const inner = <Inline tokens={token.tokens} context={context} />;
  if (token.depth === 1) return null;
  if (token.depth === 2) {
    return (
      <h2 id={anchor} className="mt-4 scroll-mt-4 text-base font-semibold">
        {inner}
      </h2>
    );
  }
  return (
    <h3 id={anchor} className="mt-2 scroll-mt-4 text-sm font-semibold">
      {inner}
    </h3>
  );
}

function List({ token, context }: { token: Tokens.List; context: MarkdownContext }) {
  const items = token.items.map((item, index) => (
    <li key={index.toString()} className="ps-1 leading-6">
      {item.tokens.map((inner, inside) =>
        inner.type === "text" ? (
          <Inline key={inside.toString()} tokens={[inner]} context={context} />
        ) : (
          <Block
            key={inside.toString()}
            token={inner}
            position={index * 100 + inside}
            context={context}
          />
        ),
      )}
    </li>
  ));
  const style = "flex max-w-3xl flex-col gap-1 ps-5";
  return token.ordered ? (
    <ol start={token.start === "" ? 1 : token.start} className={`list-decimal ${style}`}>
      {items}
    </ol>
  ) : (
    <ul className={`list-disc ${style}`}>{items}</ul>
  );
}

type DocTableProps = { token: Tokens.Table; position: number; context: MarkdownContext };

function DocTable({ token, position, context }: DocTableProps) {
  return (
    <section
      aria-label={context.text("table", { number: position })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border bg-surface"
    >
      <table className="w-full text-start text-xs">
        <thead>
          <tr className="border-b bg-raised">
            {token.header.map((cell, column) => (
              <th
                key={column.toString()}
                scope="col"
                className="px-3 py-2 text-start font-medium whitespace-nowrap"
              >
                <Inline tokens={cell.tokens} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {token.rows.map((cells, row) => (
            <tr key={row.toString()} className="align-top">
              {cells.map((cell, column) => (
                <td key={column.toString()} className="min-w-28 px-3 py-2 leading-5">
                  <Inline tokens={cell.tokens} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type InlineProps = { tokens: readonly Token[] | undefined; context: MarkdownContext };

function Inline({ tokens = [], context }: InlineProps): ReactNode {
  return tokens.map((token, index) => (
    <Fragment key={index.toString()}>{inlineOf(token, context)}</Fragment>
  ));
}

function inlineOf(token: Token, context: MarkdownContext): ReactNode {
  const inner = "tokens" in token ? token.tokens : undefined;
  switch (token.type) {
    case "strong":
      return (
        <strong className="font-semibold">
          <Inline tokens={inner} context={context} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={inner} context={context} />
        </em>
      );
    case "codespan":
      return <Code>{(token as Tokens.Codespan).text}</Code>;
    case "br":
      return <br />;
    case "link":
      return <DocLink token={token as Tokens.Link} context={context} />;
    default:
      if (inner !== undefined) return <Inline tokens={inner} context={context} />;
      return "text" in token ? String(token.text) : null;
  }
}

function DocLink({ token, context }: { token: Tokens.Link; context: MarkdownContext }) {
  const inner = <Inline tokens={token.tokens} context={context} />;
  const href = context.target(token.href);
  if (href === undefined) return inner;
  const isOutside = href.startsWith("https:");
  return (
    <a
      href={href}
      {...(isOutside && { target: "_blank", rel: "noreferrer" })}
      className="text-accent underline"
    >
      {inner}
    </a>
  );
}
