"use client";

import { changeRate } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import type { MarketScale } from "#lib/protocol/markets.ts";
import type { BookRow } from "./grouping.ts";

const WIDTH_PX = 232;
const GAP_PX = 6;

type SweepNoteProps = {
  id: string;
  row: BookRow;
  side: "ask" | "bid";
  /** Where the row is in the window. */
  at: DOMRect;
  scale: MarketScale;
};

/** What an order that takes everything down to a row would cost, beside the row that is pointed at. */
export function SweepNote({ id, row, side, at, scale }: SweepNoteProps) {
  const text = useText("book");
  const { grouped, money, percent } = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const base = market.base_asset.symbol;
  return (
    <div
      id={id}
      role="tooltip"
      style={{ width: WIDTH_PX, ...placeBeside(at) }}
      className="pointer-events-none fixed z-40 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 whitespace-nowrap rounded border border-line-strong bg-raised px-2.5 py-1.5 text-2xs shadow-lg"
    >
      <Line name={text("average")} value={grouped(row.average)} />
      <Line
        name={text("againstMark")}
        value={percent(changeRate(mark, row.average, scale.priceDecimals))}
      />
      <Line name={text("size")} value={`${grouped(row.total)} ${base}`} />
      <Line
        name={side === "ask" ? text("cost") : text("proceeds")}
        value={`${money(row.cost)} ${market.quote_asset.symbol}`}
      />
      {row.own === undefined ? null : (
        <Line name={text("yourOrders")} value={`${grouped(row.own)} ${base}`} />
      )}
      <span className="col-span-2 whitespace-normal text-ink-faint">{text("clickHint")}</span>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-ink-muted">{name}</span>
      <bdi className="text-end">{value} </bdi>
    </>
  );
}

/** Outside the book, so that no row is covered; where neither side has room, above or below the row. */
function placeBeside(row: DOMRect): { left: number; top: number } {
  const needed = WIDTH_PX + GAP_PX;
  const top = Math.max(GAP_PX, Math.min(row.top - GAP_PX, window.innerHeight - 130));
  if (row.left >= needed) return { left: row.left - needed, top };
  if (window.innerWidth - row.right >= needed) return { left: row.right + GAP_PX, top };
  const below = row.bottom + 130 < window.innerHeight;
  return {
    left: Math.max(GAP_PX, row.right - needed),
    top: below ? row.bottom + GAP_PX : row.top - 130,
  };
}
