"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Sort, SortField } from "./market-order.ts";
import { COLUMNS } from "./market-row.tsx";

export const HEAD_PX = 30;

type MarketColumnsProps = { sort: Sort; onSort: (field: SortField) => void };

/** The names of the columns, by which the list is sorted. */
export function MarketColumns({ sort, onSort }: MarketColumnsProps) {
  const text = useText("markets");
  const column = { sort, onSort };
  return (
    <thead className="sticky top-0 z-20 block bg-surface">
      <tr
        aria-rowindex={1}
        className={cn(COLUMNS, "text-2xs text-ink-faint")}
        style={{ height: HEAD_PX }}
      >
        <th scope="col">
          <span className="sr-only">{text("star")}</span>
        </th>
        <Column {...column} field="symbol" name={text("market")} />
        <th scope="col" className="text-start font-normal">
          {text("day")}
        </th>
        <Column {...column} field="mark" name={text("mark")} end />
        <Column {...column} field="change" name={text("change")} end wide />
        <Column {...column} field="volume" name={text("volume")} end wide />
        <Column
          {...column}
          field="funding"
          name={text("funding")}
          detail={text("fundingDetail")}
          end
          wide
        />
      </tr>
    </thead>
  );
}

type ColumnProps = MarketColumnsProps & {
  field: SortField;
  name: string;
  detail?: string;
  /** Figures stand at the end of their column. */
  end?: boolean;
  /** Not on a phone, where it stands below another one. */
  wide?: boolean;
};

function Column({ sort, onSort, field, name, detail, end = false, wide = false }: ColumnProps) {
  const sorted = sort.field === field;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : "none"}
      className={cn(
        "min-w-0 font-normal",
        end ? "text-end" : "text-start",
        wide && "max-sm:sr-only",
      )}
    >
      <button
        type="button"
        title={detail}
        onClick={() => onSort(field)}
        className={cn(
          "inline-flex max-w-full items-center gap-0.5 rounded py-1 hover:text-ink",
          sorted && "text-ink",
        )}
      >
        {sorted ? <Arrow size={11} aria-hidden className="shrink-0" /> : null}
        <span className="truncate">{name}</span>
      </button>
    </th>
  );
}
