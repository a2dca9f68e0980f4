"use client";

import type { History } from "#components/trading/account-reads/history.ts";
import { Card } from "#components/trading/tables/card.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { DataTable, MoreRows } from "#components/trading/tables/data-table.tsx";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";

type HistoryListProps<Row> = {
  label: string;
  empty: string;
  history: History<Row>;
  columns: readonly Column<Row>[];
  /** Filters the rows. */
  shows?: (row: Row) => boolean;
};

/** A long list of records: a table, or cards on a narrow screen. */
export function HistoryList<Row extends { id: string | number }>(props: HistoryListProps<Row>) {
  const { label, empty, history, columns, shows } = props;
  const narrow = useNarrow();
  const rows = shows ? history.data?.filter(shows) : history.data;
  const more = {
    hasMore: history.hasMore,
    loadingMore: history.loadingMore,
    loadMore: history.loadMore,
  };
  return (
    <TableState query={{ ...history, data: rows }} empty={empty} hasMore={history.hasMore}>
      {(shown) =>
        narrow ? (
          <Cards label={label} rows={shown} columns={columns} more={more} />
        ) : (
          <DataTable label={label} columns={columns} rows={shown} rowKey={keyOf} more={more} />
        )
      }
    </TableState>
  );
}

function keyOf({ id }: { id: string | number }): string {
  return id.toString();
}

type CardsProps<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  more: Parameters<typeof MoreRows>[0];
};

/** The first columns make the title; the others are figures. */
function Cards<Row extends { id: string | number }>({
  label,
  rows,
  columns,
  more,
}: CardsProps<Row>) {
  const [time, ...others] = columns;
  const named = others.filter(({ id }) => id === "market" || id === "side");
  const figures = others.filter((column) => !named.includes(column) && !column.hiddenName);
  const actions = others.filter(({ hiddenName }) => hiddenName);
  return (
    <>
      <ul aria-label={label}>
        {rows.map((row) => (
          <Card
            key={keyOf(row)}
            title={
              named.length === 0
                ? time?.cell(row)
                : named.map((column) => (
                    <span key={column.id} className="me-1.5">
                      {column.cell(row)}
                    </span>
                  ))
            }
            action={
              <span className="flex items-center gap-1 text-2xs">
                {named.length === 0 ? null : time?.cell(row)}
                {actions.map((column) => (
                  <span key={column.id}>{column.cell(row)}</span>
                ))}
              </span>
            }
            figures={figures.map((column) => ({
              name: column.name,
              value: column.cell(row),
              className: column.className ?? "",
            }))}
          />
        ))}
      </ul>
      <MoreRows {...more} />
    </>
  );
}
