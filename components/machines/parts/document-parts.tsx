/** Parts of the developers' page. Rendered on the server, except for the copy buttons. */
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";

type SectionProps = { id: string; title: string; intro?: string; children: ReactNode };

/** A part with a heading; not a landmark, because its tables and texts are. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="scroll-mt-4 text-base lg:scroll-mt-12 font-semibold">
        {title}
      </h2>
      {intro === undefined ? null : <p className="max-w-2xl text-ink-muted">{intro}</p>}
      {children}
    </div>
  );
}

type TableProps = {
  label: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
};

/**
 * Scrolls when it is wider than the page, also by keyboard. With more than three columns it is a stack of cards on a phone,
 * each cell below its column's name.
 */
export function Table({ label, head, rows }: TableProps) {
  const isWide = head.length > 3;
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border bg-surface"
    >
      <table
        className={cn(
          "w-full text-start text-xs",
          isWide && "max-sm:block max-sm:[&_td]:block max-sm:[&_th]:block max-sm:[&_tr]:block",
        )}
      >
        <thead className={cn(isWide && "max-sm:sr-only")}>
          <tr className="border-b bg-raised">
            {head.map((name) => (
              <th
                key={name}
                scope="col"
                className="px-3 py-2 text-start font-medium whitespace-nowrap"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cn("divide-y divide-line", isWide && "max-sm:block")}>
          {rows.map((cells, row) => (
            <tr
              key={`row-${row.toString()}`}
              className={cn("align-top", isWide && "max-sm:py-1.5")}
            >
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={head[column]} scope="row" className="px-3 py-2 text-start font-medium">
                    {cell}
                  </th>
                ) : (
                  <td
                    key={head[column]}
                    className={cn("px-3 py-2 text-ink-muted", isWide && "max-sm:py-1")}
                  >
                    {isWide ? (
                      <span aria-hidden className="block text-2xs text-ink-faint sm:hidden">
                        {head[column]}
                      </span>
                    ) : null}
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Up to this many characters a name or an address stays in one line, as people read it. */
const WHOLE_CHARACTERS = 30;

/** An address, a code or an identifier: always left to right. */
export function Code({ children }: { children: ReactNode }) {
  const isShort = typeof children === "string" && children.length <= WHOLE_CHARACTERS;
  return (
    <code
      dir="ltr"
      className={cn(
        "rounded bg-raised px-1 py-0.5 font-mono text-2xs text-ink",
        isShort ? "whitespace-nowrap" : "wrap-anywhere",
      )}
    >
      {children}
    </code>
  );
}

type CodeBlockProps = { text: string; what: string; kind: string };

/** A text to paste with a copy button. `kind` names it for tests. */
export function CodeBlock({ text, what, kind }: CodeBlockProps) {
  return (
    <section
      aria-label={what}
      dir="ltr"
      className="flex min-w-0 items-start rounded-md border bg-raised"
    >
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        data-code={kind}
        className="min-w-0 flex-1 overflow-x-auto p-3 font-mono text-2xs leading-5"
      >
        {text}
      </pre>
      <div className="shrink-0 p-1">
        <CopyButton value={text} what={what} />
      </div>
    </section>
  );
}

/** A collapsed part that opens without a script. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group min-w-0">
      <summary className="flex cursor-pointer items-baseline gap-2 rounded px-1 py-1.5 text-xs hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center">
        <span aria-hidden className="text-ink-faint group-open:rotate-90 rtl:-scale-x-100">
          ›
        </span>
        {summary}
      </summary>
      <div className="flex min-w-0 flex-col gap-3 ps-4 pt-1 pb-3">{children}</div>
    </details>
  );
}
