"use client";

import { lazy, type ReactNode, useEffect, useMemo, useState } from "react";
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
import { FilterBar } from "#components/trading/tables/filter-bar.tsx";
import { useMarketFilter } from "#components/trading/tables/market-filter.ts";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { AveragePrice } from "#components/trading/tables/price.tsx";
import { TableFrame } from "#components/trading/tables/table-frame.tsx";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { isFocusInSight } from "#components/trading/tables/use-row-window.ts";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { PositionActions } from "./position-actions.tsx";
import {
  FundingCell,
  LiquidationCell,
  MarginCell,
  MarkCell,
  PnlCell,
  PositionName,
  type PositionProps,
  PositionSide,
  ProtectionCell,
  SizeCell,
  ValueCell,
} from "./position-cells.tsx";
import { positionRequest } from "./position-request.ts";
import { useClosePosition } from "./use-close-position.ts";
import { useIsWide } from "./use-is-wide.ts";

const PositionDialog = lazy(() => import("./position-dialog.tsx"));

const end = () => positionRequest.set(undefined);

/** Open positions, with the actions that close, reverse or protect them. */
export function PositionsTable() {
  const text = useText("account");
  const positions = usePositions();
  const filter = useMarketFilter();
  const narrow = useNarrow();
  const { symbol } = useMarket();
  const request = useStore(positionRequest);
  useEffect(() => end, []);
  const query = { ...positions, data: positions.data?.filter((one) => filter.shows(one.market)) };
  const tools = (
    <FilterBar filter={filter}>
      {positions.data?.some(({ market }) => market === symbol) ? <AgeNote /> : null}
      <CloseAll
        positions={query.data ?? []}
        onAsk={(all) => positionRequest.set({ kind: "close-all", positions: all })}
      />
    </FilterBar>
  );
  return (
    <>
      <TableFrame tools={positions.data?.length ? tools : undefined}>
        <TableState query={query} empty={text(filter.all ? "noPositions" : "noPositionsHere")}>
          {(rows) => (narrow ? <Cards rows={rows} /> : <Rows rows={rows} />)}
        </TableState>
      </TableFrame>
      {request ? (
        <LazyBoundary onFailure={end}>
          <PositionDialog request={request} onClose={end} />
        </LazyBoundary>
      ) : null}
    </>
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
  const { box, wide } = useIsWide(WIDE_PX, rows.map(marketOf).join());
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
        {...(!wide && { rowHeight: COMPACT_ROW_PX })}
        onFocusRow={setFocused}
        rowKeys="Delete"
      />
    </div>
  );
}

function marketOf({ market }: PositionRecord): string {
  return market;
}

/** The width of all columns beside each other. */
const WIDE_PX = 1_108;

/** Two lines in each row. */
const COMPACT_ROW_PX = 44;

type PositionColumn = Column<PositionRecord>;

/** Compact: two figures in each cell, so that none is out of sight on a screen of 1024 px. */
function usePositionColumns(compact: boolean): readonly PositionColumn[] {
  const text = useText("account");
  return useMemo(() => {
    const columns = compact ? pairedColumns(text) : figureColumns(text);
    return [
      ...columns,
      {
        id: "actions",
        name: text("actions"),
        hiddenName: true,
        width: compact ? 113 : 162,
        className: "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover",
        cell: (position) => <PositionActions position={position} compact={compact} />,
      },
    ];
  }, [text, compact]);
}

const byMarket: NonNullable<PositionColumn["compare"]> = (a, b) => a.market.localeCompare(b.market);
const byPnl: NonNullable<PositionColumn["compare"]> = (a, b) =>
  compareDecimals(a.unrealized_pnl, b.unrealized_pnl);

function Pair({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <span className="flex flex-col leading-4.5">
      <span>{above}</span>
      <span className="text-2xs text-ink-muted">{below}</span>
    </span>
  );
}

function pairedColumns(text: FeatureText<"account">): PositionColumn[] {
  return [
    {
      id: "market",
      name: text("market"),
      width: 100,
      align: "start",
      cell: (position) => (
        <Pair
          above={<MarketName market={position.market} />}
          below={<PositionSide position={position} />}
        />
      ),
      compare: byMarket,
    },
    {
      id: "size",
      name: text("size"),
      below: text("value"),
      width: 84,
      cell: (position) => (
        <Pair above={<SizeCell position={position} />} below={<ValueCell position={position} />} />
      ),
    },
    {
      id: "entry",
      name: text("entry"),
      below: text("markPrice"),
      width: 88,
      cell: (position) => (
        <Pair above={<EntryCell position={position} />} below={<MarkCell position={position} />} />
      ),
    },
    {
      id: "liquidation",
      name: text("liquidation"),
      width: 92,
      cell: (position) => <LiquidationCell position={position} below />,
    },
    {
      id: "pnl",
      name: text("pnl"),
      width: 106,
      cell: (position) => <PnlCell position={position} below />,
      compare: byPnl,
    },
    {
      id: "margin",
      name: text("margin"),
      below: text("fundingDue"),
      width: 74,
      cell: (position) => (
        <Pair
          above={<MarginCell position={position} />}
          below={<FundingCell position={position} />}
        />
      ),
    },
    {
      id: "protection",
      name: text("protect"),
      width: 94,
      cell: (position) => <ProtectionCell position={position} below />,
    },
  ];
}

function figureColumns(text: FeatureText<"account">): PositionColumn[] {
  return [
    {
      id: "market",
      name: text("market"),
      width: 160,
      align: "start",
      cell: (position) => <PositionName position={position} />,
      compare: byMarket,
    },
    {
      id: "size",
      name: text("size"),
      width: 92,
      cell: (position) => <SizeCell position={position} />,
    },
    {
      id: "value",
      name: text("value"),
      width: 68,
      cell: (position) => <ValueCell position={position} />,
    },
    {
      id: "entry",
      name: text("entry"),
      width: 82,
      cell: (position) => <EntryCell position={position} />,
    },
    {
      id: "mark",
      name: text("markPrice"),
      width: 74,
      cell: (position) => <MarkCell position={position} />,
    },
    {
      id: "liquidation",
      name: text("liquidation"),
      width: 112,
      cell: (position) => <LiquidationCell position={position} />,
    },
    {
      id: "pnl",
      name: text("pnl"),
      width: 114,
      cell: (position) => <PnlCell position={position} />,
      compare: byPnl,
    },
    {
      id: "margin",
      name: text("margin"),
      width: 62,
      cell: (position) => <MarginCell position={position} />,
    },
    {
      id: "funding",
      name: text("fundingDue"),
      width: 64,
      cell: (position) => <FundingCell position={position} />,
    },
    {
      id: "protection",
      name: text("protect"),
      width: 118,
      cell: (position) => <ProtectionCell position={position} />,
    },
  ];
}

function EntryCell({ position: { market, average_entry_price: price } }: PositionProps) {
  return <AveragePrice market={market} price={price} />;
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
              value: <EntryCell position={position} />,
            },
            { name: text("markPrice"), value: <MarkCell position={position} /> },
            { name: text("liquidation"), value: <LiquidationCell position={position} /> },
            { name: text("pnl"), value: <PnlCell position={position} /> },
            { name: text("margin"), value: <MarginCell position={position} /> },
            { name: text("fundingDue"), value: <FundingCell position={position} /> },
            { name: text("protect"), value: <ProtectionCell position={position} below /> },
          ]}
        />
      ))}
    </ul>
  );
}
