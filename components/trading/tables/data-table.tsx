"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { type Column, nextSorting, type Sorting, sorted } from "./columns.ts";
import { ROW_HEIGHT } from "./row-window.ts";
import { useActiveRow, useRowFocus } from "./use-row-focus.ts";
import { useRowWindow } from "./use-row-window.ts";

export type More = { hasMore: boolean; loadingMore: boolean; loadMore: () => void };

type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** Pixels. */
  rowHeight?: number;
  /** Called with the row that has the focus and is in sight, so that keys can act on it. */
  onFocusRow?: (row: Row | undefined) => void;
  /** Keys of a row, as in `aria-keyshortcuts`. */
  rowKeys?: string;
  /** Rows before all others, such as writes without an answer: whole `tr` elements. */
  lead?: ReactNode;
  leadCount?: number;
  more?: More;
};

/**
 * A dense table with a fixed header that scrolls in its own box. Long tables render only the rows in sight, but report
 * their full size to screen readers. One row is in the tab order; arrows move between rows, Enter moves into a row,
 * Escape back to it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, rowClass, lead, leadCount = 0, more, rowKeys } = props;
  const { rowHeight = ROW_HEIGHT } = props;
  const [sorting, setSorting] = useState<Sorting>();
  const rows = sorted(props.rows, columns, sorting);
  const row = useActiveRow(rows, rowKey);
  const { box, parts, scrollToIndex } = useRowWindow({
    count: rows.length,
    keep: row.index,
    row: rowHeight,
    onEnd: more?.hasMore ? more.loadMore : undefined,
  });
  const { body, ...handlers } = useRowFocus({
    rows,
    rowKey,
    row,
    box,
    scrollToIndex,
    keys: rowKeys,
    onFocusRow: props.onFocusRow,
  });
  useRowTabs(body);
  // Unknown while older rows are unread.
  const count = more?.hasMore ? -1 : rows.length + leadCount + 1;
  return (
    <div ref={box} className="h-full overflow-auto overscroll-contain">
      <table
        aria-label={label}
        aria-rowcount={count}
        className="w-full border-separate border-spacing-0 text-xs"
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <Header
          columns={columns}
          sorting={sorting}
          onSort={(column) => setSorting(nextSorting(sorting, column))}
        />
        <tbody ref={body} {...handlers}>
          {lead}
          {parts.map((part) =>
            part.kind === "gap" ? (
              <tr key={part.key} aria-hidden data-gap="">
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is no control, and not spoken */}
                <td colSpan={columns.length} style={{ height: part.height, padding: 0 }} />
              </tr>
            ) : (
              <TableRow
                key={rowKey(rows[part.index] as Row)}
                row={rows[part.index] as Row}
                name={rowKey(rows[part.index] as Row)}
                columns={columns}
                rowIndex={part.index + leadCount + 2}
                inTabOrder={part.index === row.index}
                height={rowHeight}
                className={rowClass?.(rows[part.index] as Row)}
                keys={rowKeys}
              />
            ),
          )}
        </tbody>
      </table>
      {more ? <MoreRows {...more} /> : null}
    </div>
  );
}

type HeaderProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: (column: string) => void;
};

function Header<Row>({ columns, sorting, onSort }: HeaderProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const active = sorting?.column === column.id ? sorting : undefined;
          const Arrow = active?.down === false ? ArrowUp : ArrowDown;
          return (
            <th
              key={column.id}
              scope="col"
              {...(column.compare && {
                "aria-sort": active ? (active.down ? "descending" : "ascending") : "none",
              })}
              className={cn(
                "sticky top-0 z-[2] h-7 border-b leading-4 whitespace-nowrap bg-surface px-1.5 text-2xs font-normal text-ink-faint first:ps-3 last:pe-3",
                alignment(column),
                column.mayCut && CUT,
              )}
            >
              {column.compare ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-0.5 hover:text-ink"
                  onClick={() => onSort(column.id)}
                >
                  {column.name}
                  {active ? <Arrow size={11} aria-hidden /> : null}
                </button>
              ) : column.hiddenName ? (
                <span className="sr-only">{column.name}</span>
              ) : (
                column.name
              )}
              {column.below === undefined ? null : (
                <span className="block leading-4">{column.below}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type TableRowProps<Row> = {
  row: Row;
  name: string;
  columns: readonly Column<Row>[];
  rowIndex: number;
  inTabOrder: boolean;
  height: number;
  className: string | undefined;
  keys: string | undefined;
};

/** Without a width of its own, a cell takes what its column has. */
const CUT = "max-w-0 truncate";

/** The last cell may be sticky and cover the outline of its row, so it continues the outline. */
const OUTLINED_END =
  "last:group-focus-visible/row:border-accent last:group-focus-visible/row:shadow-[inset_0_2px_var(--accent),inset_0_-1px_var(--accent),inset_-2px_0_var(--accent)] rtl:last:group-focus-visible/row:shadow-[inset_0_2px_var(--accent),inset_0_-1px_var(--accent),inset_2px_0_var(--accent)]";

/** Renders only when its own row or the columns change, not when the table scrolls. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, name, columns, rowIndex, inTabOrder, height, className, keys } = props;
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-keyshortcuts={keys}
      data-row={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between rows, and keys act on one
      tabIndex={inTabOrder ? 0 : -1}
      style={{ height }}
      className={cn("group/row outline-offset-[-2px] hover:bg-hover focus:bg-hover", className)}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={cn(
            "border-b px-1.5 whitespace-nowrap first:ps-3 last:pe-3",
            OUTLINED_END,
            alignment(column),
            column.mayCut && CUT,
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function alignment({ align }: { align?: "start" | "end" }): string {
  return align === "start" ? "text-start" : "text-end";
}

/** Loads older rows when the end comes into sight; the button is for those who do not scroll. */
export function MoreRows({ hasMore, loadingMore, loadMore }: More) {
  const text = useText("account");
  if (!hasMore) return null;
  return (
    <div className="sticky start-0 flex justify-center p-2">
      <Button size="xs" tone="quiet" aria-disabled={loadingMore} onClick={loadMore}>
        {loadingMore ? text("loadingOlder") : text("showOlder")}
      </Button>
    </div>
  );
}

const CONTROLS = "button, input, select, a[href]";
/** Marks controls that are out of the tab order because of their row. */
const HELD = "data-row-held";

/**
 * Controls are in the tab order only within the active row. Cells render and change their controls themselves, so the
 * rows are observed.
 */
function useRowTabs(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    for (const row of element.querySelectorAll<HTMLElement>("tr[data-row]")) settle(row);
    const observer = new MutationObserver((records) => {
      for (const row of rowsOf(records)) settle(row);
    });
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["tabindex"],
    });
    return () => observer.disconnect();
  }, [body]);
}

function rowsOf(records: readonly MutationRecord[]): ReadonlySet<HTMLElement> {
  const rows = new Set<HTMLElement>();
  for (const { target, type, addedNodes } of records) {
    // The observer also reports the changes made below.
    if (type === "attributes" && !(target instanceof HTMLTableRowElement)) continue;
    for (const node of [target, ...addedNodes]) {
      const row = node instanceof Element ? node.closest<HTMLElement>("tr[data-row]") : null;
      if (row) rows.add(row);
    }
  }
  return rows;
}

function settle(row: HTMLElement): void {
  const isIn = row.tabIndex === 0;
  for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!isIn && !control.hasAttribute("tabindex")) {
      control.setAttribute(HELD, "");
      control.tabIndex = -1;
    } else if (isIn && control.hasAttribute(HELD)) {
      control.removeAttribute(HELD);
      control.removeAttribute("tabindex");
    }
  }
}
