"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { readJson } from "#components/data/http.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import { accountKey } from "#components/trading/account-reads/account-reads.ts";
import { onAccountFact, pollUnlessStreamed } from "#components/trading/account-reads/streamed.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { timeOf } from "#components/trading/chart/series/chart-points.ts";
import { drawOverBars } from "#components/trading/chart/series/draw-over-bars.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { type ShownInterval, shownStart } from "#components/trading/screen/view/shown-interval.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import type { Side } from "#lib/protocol/enumerations.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

const POLL_MS = 4_000;
const MAX_FILLS = 200;

/** Marks own fills at their price, the newest ones of the market. */
export default function FillMarks({ chart }: { chart: PriceChart }) {
  return (
    <AccountQueries>
      <Marks chart={chart} />
    </AccountQueries>
  );
}

function Marks({ chart }: { chart: PriceChart }) {
  const { symbol } = useMarket();
  const { interval } = useViewState();
  const { sessionAddress } = useWallet();
  const key = useVenueKey();
  const client = useQueryClient();
  // Under the account's reads, so that a write of this page reads it again at once.
  const queryKey = useMemo(
    () => accountKey(sessionAddress, "chart-fills", symbol),
    [sessionAddress, symbol],
  );
  const { data } = useQuery({
    queryKey,
    enabled: Boolean(sessionAddress && key.data),
    refetchInterval: pollUnlessStreamed(POLL_MS),
    queryFn: ({ signal }) => readFills(symbol, sessionAddress ?? "", signal),
  });
  useEffect(
    () =>
      onAccountFact(({ name, data: fill }) => {
        if (name !== "fill" || fill.market !== symbol || fill.account !== sessionAddress) return;
        client.setQueryData<DrawnFill[]>(queryKey, (known) =>
          known === undefined ? known : [fill, ...known].slice(0, MAX_FILLS),
        );
      }),
    [client, queryKey, sessionAddress, symbol],
  );
  useEffect(
    () => (data?.length ? drawFills(chart, data, interval) : undefined),
    [chart, data, interval],
  );
  return null;
}

async function readFills(
  market: string,
  account: string,
  signal: AbortSignal,
): Promise<DrawnFill[]> {
  const query = new URLSearchParams({ market, account, page_size: MAX_FILLS.toString() });
  const answer = await readJson(`/api/venue/fills?${query.toString()}`, signal);
  if (!answer.ok) throw new Error(answer.message);
  const results = isRecord(answer.body) ? answer.body.results : undefined;
  // Records of another account are never shown.
  return Array.isArray(results) ? results.flatMap((row) => drawnFill(row, account)) : [];
}

function drawnFill(row: unknown, account: string): DrawnFill[] {
  if (!isRecord(row) || row.account !== account) return [];
  const { side, price, created_at } = row;
  const known = side === "BUY" || side === "SELL" ? side : undefined;
  return known && typeof price === "string" && typeof created_at === "number"
    ? [{ side: known, price, created_at }]
    : [];
}

/** An arrow at the price of each fill, up for a buy and down for a sell, so that colour is not the only difference. */
type DrawnFill = { side: Side; price: string; created_at: number };

const HALF = 5;
const TALL = 8;

/** Draws until the returned function is called. */
function drawFills(
  chart: PriceChart,
  fills: readonly DrawnFill[],
  interval: ShownInterval,
): () => void {
  const scale = chart.chart.timeScale();
  return drawOverBars(chart, (context) => {
    for (const { side, price, created_at } of fills) {
      const x = scale.timeToCoordinate(timeOf({ start: shownStart(interval, created_at) }));
      const y = chart.yOf(price);
      if (x !== null && y !== undefined) arrow(context, { x, y, side, chart });
    }
  });
}

type Arrow = { x: number; y: number; side: Side; chart: PriceChart };

/** The tip is at the price; an edge in the background colour separates it from the candle. */
function arrow(context: CanvasRenderingContext2D, { x, y, side, chart }: Arrow): void {
  const { up, down, surface } = chart.colours;
  const foot = side === "BUY" ? y + TALL : y - TALL;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - HALF, foot);
  context.lineTo(x + HALF, foot);
  context.closePath();
  context.fillStyle = side === "BUY" ? up : down;
  context.fill();
  context.strokeStyle = surface;
  context.lineWidth = 1;
  context.stroke();
}
