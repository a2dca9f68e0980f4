"use client";

import { lazy, useCallback, useMemo, useState } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { usePositions } from "#components/trading/account-reads/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useCanSign } from "#components/trading/readiness/readiness.ts";
import { Card } from "#components/trading/tables/card.tsx";
import { type Column, compareDecimals } from "#components/trading/tables/columns.ts";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { FilterBar, TableFrame } from "#components/trading/tables/filter-bar.tsx";
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
  MarginCell,
  MarkCell,
  PnlCell,
  PositionName,
  ProtectionCell,
  SizeCell,
  ValueCell,
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
  const tools = (
    <FilterBar filter={filter}>
      {positions.data?.some(({ market }) => market === symbol) ? <AgeNote /> : null}
      <CloseAll
        positions={query.data ?? []}
        onAsk={(all) => setRequest({ kind: "close-all", positions: all })}
      />
    </FilterBar>
  );
  return (
    <OpenPositionDialog value={ask}>
      <TableFrame tools={positions.data?.length ? tools : undefined}>
        <TableState query={query} empty={text(filter.all ? "noPositions" : "noPositionsHere")}>
          {(rows) => (narrow ? <Cards rows={rows} /> : <Rows rows={rows} />)}
        </TableState>
      </TableFrame>
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

/** Together the tables' width on a screen of 1024 px, with room for the buttons in every language. */
const COMPACT_PX: Readonly<Record<string, number>> = {
  market: 157,
  size: 84,
  pnl: 106,
  liquidation: 98,
  protection: 126,
  entry: 59,
};

const COMPACT_ACTIONS_PX = 121;

/** The width of all columns. */
const WIDE_PX = 1_122;

/**
 * Compact: without the figures that stand elsewhere on the page, those that show danger first, and fewer buttons, so that
 * they cover nothing.
 */
function usePositionColumns(compact: boolean): readonly Column<PositionRecord>[] {
  const text = useText("account");
  return useMemo(() => {
    const columns = figureColumns(text);
    const { market, size, value, entry, mark, liquidation, pnl, margin, funding, protection } =
      columns;
    const shown = compact
      ? [market, size, pnl, liquidation, protection, entry].map((column) => ({
          ...column,
          width: COMPACT_PX[column.id] ?? column.width,
        }))
      : [market, size, value, entry, mark, liquidation, pnl, margin, funding, protection];
    return [
      ...shown,
      {
        id: "actions",
        name: text("actions"),
        hiddenName: true,
        width: compact ? COMPACT_ACTIONS_PX : 162,
        className: "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover",
        cell: (position) => <PositionActions position={position} compact={compact} />,
      },
    ];
  }, [text, compact]);
}

type Columns = Record<
  | "market"
  | "size"
  | "value"
  | "entry"
  | "mark"
  | "liquidation"
  | "pnl"
  | "margin"
  | "funding"
  | "protection",
  Column<PositionRecord>
>;

function figureColumns(text: FeatureText<"account">): Columns {
  return {
    market: {
      id: "market",
      name: text("market"),
      width: 168,
      align: "start",
      cell: (position) => <PositionName position={position} />,
      compare: (a, b) => a.market.localeCompare(b.market),
    },
    size: {
      id: "size",
      name: text("size"),
      width: 94,
      cell: (position) => <SizeCell position={position} />,
    },
    value: {
      id: "value",
      name: text("value"),
      width: 76,
      cell: (position) => <ValueCell position={position} />,
    },
    entry: {
      id: "entry",
      name: text("entry"),
      width: 80,
      cell: ({ market, average_entry_price: price }) => (
        <AveragePrice market={market} price={price} />
      ),
    },
    mark: {
      id: "mark",
      name: text("markPrice"),
      width: 74,
      cell: (position) => <MarkCell position={position} />,
    },
    liquidation: {
      id: "liquidation",
      name: text("liquidation"),
      width: 104,
      cell: (position) => <LiquidationCell position={position} />,
    },
    pnl: {
      id: "pnl",
      name: text("pnl"),
      width: 112,
      cell: (position) => <PnlCell position={position} />,
      compare: (a, b) => compareDecimals(a.unrealized_pnl, b.unrealized_pnl),
    },
    margin: {
      id: "margin",
      name: text("margin"),
      width: 66,
      cell: (position) => <MarginCell position={position} />,
    },
    funding: {
      id: "funding",
      name: text("fundingDue"),
      width: 64,
      cell: (position) => <FundingCell position={position} />,
    },
    protection: {
      id: "protection",
      name: text("protect"),
      width: 124,
      cell: (position) => <ProtectionCell position={position} />,
    },
  };
}

function Cards({ rows }: { rows: readonly PositionRecord[] }) {
  const text = useText("account");
  return (
    <ul aria-label={text("positions")}>
      {rows.map((position) => (
        <Card
          key={position.market}
          title={<PositionName position={position} />}
          footer={<PositionActions position={position} />}
          figures={[
            { name: text("size"), value: <SizeCell position={position} /> },
            { name: text("value"), value: <ValueCell position={position} /> },
            {
              name: text("entry"),
              value: <AveragePrice market={position.market} price={position.average_entry_price} />,
            },
            { name: text("markPrice"), value: <MarkCell position={position} /> },
            { name: text("liquidation"), value: <LiquidationCell position={position} /> },
            { name: text("pnl"), value: <PnlCell position={position} /> },
            { name: text("margin"), value: <MarginCell position={position} /> },
            { name: text("fundingDue"), value: <FundingCell position={position} /> },
            { name: text("protect"), value: <ProtectionCell position={position} /> },
          ]}
        />
      ))}
    </ul>
  );
}
