"use client";

import type { RefObject } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { bookView, changeBookView } from "./book-view.ts";
import { type BookSides, spreadOf } from "./grouping.ts";

type BookCommandsOptions = {
  body: RefObject<HTMLElement | null>;
  sides: BookSides | undefined;
  scale: MarketScale;
  say: (text: string) => void;
};

/** Commands and keys of the book. */
export function useBookCommands({ body, sides, scale, say }: BookCommandsOptions): void {
  const text = useText("book");
  const best = useBestPrices(sides, scale);
  const { base_asset: base, quote_asset: quote } = useMarket();
  const { unit, bars } = useStore(bookView);
  const other = unit === "base" ? quote : base;
  const keywords = `${text("title")} ${text("keywords")}`;
  useCommands([
    {
      id: "view.focus-book",
      section: "view",
      title: text("focus"),
      keywords,
      keys: "o",
      run: () => body.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus(),
    },
    {
      id: "view.read-best-prices",
      section: "view",
      title: text("readBest"),
      keywords,
      keys: "Shift+o",
      run: () => say(best()),
    },
    {
      id: "view.book-unit",
      section: "view",
      title: text("totalSwitch", { asset: other.symbol }),
      keywords,
      run: () => changeBookView({ unit: unit === "base" ? "quote" : "base" }),
    },
    {
      id: "view.book-bars",
      section: "view",
      title: bars === "total" ? text("barsByLevel") : text("barsByTotal"),
      keywords,
      run: () => changeBookView({ bars: bars === "total" ? "level" : "total" }),
    },
  ]);
}

function useBestPrices(sides: BookSides | undefined, scale: MarketScale): () => string {
  const text = useText("book");
  const { grouped, figure } = useFormat();
  const store = useMarketStore();
  return () => {
    const mark = figure(store.get("mark"), scale.priceDecimals);
    const [bid, ask] = [sides?.bids[0], sides?.asks[0]];
    const spread = sides && spreadOf(sides, scale);
    if (!bid || !ask || !spread) return text("noBest", { mark });
    return text("best", {
      bid: grouped(bid.price),
      bidSize: grouped(bid.size),
      ask: grouped(ask.price),
      askSize: grouped(ask.size),
      spread: grouped(spread.width),
      mark,
    });
  };
}
