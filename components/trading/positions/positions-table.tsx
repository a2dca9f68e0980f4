"use client";

import { lazy, useCallback, useMemo, useState } from "react";
import { useCommands } from "#components/frame/commands/registry.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useCanSign } from "#components/trading/account-state/readiness.ts";
import { usePositions } from "#components/trading/account-state/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { Card } from "#components/trading/tables/card.tsx";
import { type Column, compareDecimals } from "#components/trading/tables/columns.ts";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { FilterBar } from "#components/trading/tables/filter-bar.tsx";
import { useMarketFilter } from "#components/trading/tables/market-filter.ts";
import { AveragePrice } from "#components/trading/tables/price.tsx";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { isFocusInSight } from "#components/trading/tables/use-row-window.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { OpenPositionDialog, type PositionAction, PositionActions } from "./position-actions.tsx";
import {
  FundingCell,
  LiquidationCell,
  MarkCell,
  PnlCell,
  PositionName,
} from "./position-cells.tsx";
import { useClosePosition } from "./use-close-position.ts";
import { useIsWide } from "./use-is-wide.ts";

const PositionDialog = lazy(() => import("./position-dialog.tsx"));

type PositionRequest =
  | { kind: PositionAction; position: PositionRecord }
  | { kind: "close-all"; positions: readonly PositionRecord[] };

/** Open positions, with the actions that close, reverse or protect them. */
export function PositionsTable() {
  const text = useText("account");
  const positions = usePositions();
  const filter = useMarketFilter();
  const narrow = useNarrow();
  const { symbol } = useMarket();
  const [request, setRequest] = useState<PositionRequest>();
  const ask = useCallback(
    (kind: PositionAction, position: PositionRecord) => setRequest({ kind, position }),
    [],
  );
  const query = { ...positions, data: positions.data?.filter((one) => filter.shows(one.market)) };
  return (
    <OpenPositionDialog value={ask}>
      <div className="flex h-full min-h-0 flex-col">
        <FilterBar filter={filter} hidden={!positions.data?.length}>
          {positions.data?.some(({ market }) => market === symbol) ? <AgeNote /> : null}
          <CloseAll
            positions={query.data ?? []}
            onAsk={(all) => setRequest({ kind: "close-all", positions: all })}
          />
        </FilterBar>
        <div className="min-h-0 flex-1">
          <TableState query={query} empty={text(filter.all ? "noPositions" : "noPositionsHere")}>
            {(rows) => (narrow ? <Cards rows={rows} /> : <Rows rows={rows} />)}
          </TableState>
        </div>
      </div>
      {request ? (
        <LazyBoundary onFailure={() => setRequest(undefined)}>
          <PositionDialog request={request} onClose={() => setRequest(undefined)} />
        </LazyBoundary>
      ) : null}
    </OpenPositionDialog>
  );
}

function CloseAll(props: {
  positions: readonly PositionRecord[];
  onAsk: (positions: readonly PositionRecord[]) => void;
}) {
  const text = useText("account");
  const canSign = useCanSign();
  const { positions, onAsk } = props;
  if (positions.length < 2) return null;
  return (
    <Button
      size="xs"
      disabled={!canSign}
      title={canSign ? undefined : text("connectToSign")}
      onClick={() => onAsk(positions)}
    >
      {text("closeAll")}
    </Button>
  );
}

function Rows({ rows }: { rows: readonly PositionRecord[] }) {
  const text = useText("account");
  const { box, wide } = useIsWide(WIDE_PX);
  const columns = usePositionColumns(!wide);
  const [focused, setFocused] = useState<PositionRecord>();
  const { close } = useClosePosition();
  const current = rows.find(({ market }) => market === focused?.market);
  useCommands(
    current === undefined
      ? []
      : [
          {
            id: "position.close-focused",
            section: "position",
            title: text("closeFocused", { market: current.market }),
            keys: "Delete",
            arms: true,
            run: () => isFocusInSight() && void close(current, { review: false }),
          },
        ],
  );
  return (
    <div ref={box} className="h-full">
      <DataTable
        label={text("positions")}
        columns={columns}
        rows={rows}
        rowKey={marketOf}
        onFocusRow={setFocused}
        rowKeys="Delete"
      />
    </div>
  );
}

function marketOf({ market }: PositionRecord): string {
  return market;
}

/** The width of all columns with all buttons. */
const WIDE_PX = 1_126;

/** Compact: the columns that show danger come first, and the buttons are a menu, so that they cover nothing. */
function usePositionColumns(compact: boolean): readonly Column<PositionRecord>[] {
  const text = useText("account");
  const { name, prices, risk, sums } = useFigureColumns(compact);
  return useMemo(
    (): readonly Column<PositionRecord>[] => [
      name,
      ...(compact ? [...risk, ...prices] : [...prices, ...risk]),
      ...sums,
      {
        id: "actions",
        name: text("actions"),
        hiddenName: true,
        width: compact ? 166 : 306,
        className: "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover",
        cell: (position) => <PositionActions position={position} compact={compact} />,
      },
    ],
    [text, name, prices, risk, sums, compact],
  );
}

type Columns = Column<PositionRecord>[];

function useFigureColumns(compact: boolean) {
  const text = useText("account");
  const { figure, grouped } = useFormat();
  return useMemo(() => {
    const name: Column<PositionRecord> = {
      id: "market",
      name: text("market"),
      width: 154,
      align: "start",
      cell: (position) => <PositionName position={position} />,
      compare: (a, b) => a.market.localeCompare(b.market),
    };
    const prices: Columns = [
      {
        id: "size",
        name: text("size"),
        width: 80,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "entry",
        name: text("entry"),
        width: 84,
        cell: ({ market, average_entry_price: price }) => (
          <AveragePrice market={market} price={price} />
        ),
      },
      {
        id: "mark",
        name: text("mark"),
        width: compact ? 74 : 84,
        cell: (position) => <MarkCell position={position} />,
      },
    ];
    const risk: Columns = [
      {
        id: "liquidation",
        name: text("liquidation"),
        width: 138,
        cell: (position) => <LiquidationCell position={position} />,
      },
      {
        id: "pnl",
        name: text("pnl"),
        width: 128,
        cell: (position) => <PnlCell position={position} />,
        compare: (a, b) => compareDecimals(a.unrealized_pnl, b.unrealized_pnl),
      },
    ];
    const sums: Columns = [
      {
        id: "margin",
        name: text("margin"),
        width: 76,
        cell: ({ initial_margin: margin }) => <Figure>{figure(margin, 2)}</Figure>,
        compare: (a, b) => compareDecimals(a.initial_margin, b.initial_margin),
      },
      {
        id: "funding",
        name: text("fundingDue"),
        width: compact ? 70 : 76,
        cell: (position) => <FundingCell position={position} />,
      },
    ];
    return { name, prices, risk, sums };
  }, [text, figure, grouped, compact]);
}

function Cards({ rows }: { rows: readonly PositionRecord[] }) {
  const text = useText("account");
  const { figure, grouped } = useFormat();
  return (
    <ul aria-label={text("positions")}>
      {rows.map((position) => (
        <Card
          key={position.market}
          title={<PositionName position={position} />}
          footer={<PositionActions position={position} />}
          figures={[
            { name: text("size"), value: <Figure>{grouped(position.size)}</Figure> },
            {
              name: text("entry"),
              value: <AveragePrice market={position.market} price={position.average_entry_price} />,
            },
            { name: text("mark"), value: <MarkCell position={position} /> },
            { name: text("liquidation"), value: <LiquidationCell position={position} /> },
            { name: text("pnl"), value: <PnlCell position={position} /> },
            { name: text("margin"), value: <Figure>{figure(position.initial_margin, 2)}</Figure> },
            { name: text("fundingDue"), value: <FundingCell position={position} /> },
          ]}
        />
      ))}
    </ul>
  );
}
