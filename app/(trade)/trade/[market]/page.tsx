import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { connection } from "next/server";
import { MarketStream } from "#components/trading/live/market-stream.tsx";
import { parseTablesHeight, TABLES_COOKIE } from "#components/trading/screen/tables-height.ts";
import { TradeScreen } from "#components/trading/screen/trade-screen.tsx";
import { TicketProvider } from "#components/trading/ticket/ticket-context.tsx";
import { followedCode } from "#lib/partner/referrals/find-code.ts";
import { config } from "#lib/platform/config/config.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { TradeHighlights } from "./highlights.tsx";

type TradePageProps = { params: Promise<{ market: string }> };

export async function generateMetadata({ params }: TradePageProps): Promise<Metadata> {
  return { title: (await params).market };
}

/** The trading page. The HTML contains price, statistics and book; then the page follows the stream. */
export default async function TradePage({ params }: TradePageProps) {
  const { market: symbol } = await params;
  // The stream hub runs only while requests are served, not during the build.
  await connection();
  const hub = marketData();
  const markets = await hub.markets();
  const market = markets.find((one) => one.symbol === symbol);
  if (!market) {
    const upper = symbol.toUpperCase();
    if (markets.some((one) => one.symbol === upper)) redirect(`/trade/${upper}`);
    notFound();
  }
  const [{ mark, stats, bbo, orderbook }, dayAgo] = await Promise.all([
    hub.freshSnapshot(symbol),
    hub.bars({ market: symbol, interval: "1m", startAt: Date.now() - DAY_MS, limit: 1 }),
  ]);
  const initial = {
    mark: mark?.mark_price ?? stats?.mark_price ?? undefined,
    stats,
    bbo,
    book: orderbook,
  };
  const choices = markets.map((one) => ({
    symbol: one.symbol,
    base: one.base_asset.symbol,
    quote: one.quote_asset.symbol,
    maxLeverage: Math.floor(one.ratio_scale / one.im_ratio),
    mark: hub.snapshot(one.symbol).mark?.mark_price,
    priceDecimals: marketScale(one).priceDecimals,
  }));
  return (
    <MarketStream key={symbol} market={market} initial={initial}>
      <TicketProvider>
        <TradeScreen
          markets={choices}
          openingMark={dayAgo[0]?.open}
          simulated={config().sandboxUrl !== undefined}
          referredBy={await headers().then(followedCode)}
          highlights={<TradeHighlights />}
          tablesHeight={parseTablesHeight((await cookies()).get(TABLES_COOKIE)?.value)}
        />
      </TicketProvider>
    </MarketStream>
  );
}
