"use client";

import { type Command, useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import { useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { useModifyOrder } from "#components/trading/writes/use-orders.ts";
import { notify } from "#components/ui/notify.ts";
import { ticksText } from "#lib/protocol/market/markets.ts";
import { newestResting } from "./newest-resting.ts";
import { useTicket } from "./ticket-context.tsx";
import type { OrderCheck } from "./use-order-check.ts";

/** Distances of a bracket from its entry, in percent. */
const BRACKET = { takeProfit: "2", stopLoss: "1" } as const;

/** Commands that fill the ticket with a usual order, and one that moves the newest order to the best price. */
export function usePresets(check: OrderCheck): void {
  const { draft, change, focus } = useTicket();
  const text = useText("ticket");
  const orders = useOpenOrders().data ?? [];
  const modify = useModifyOrder();
  const { scale, market, bestBidTicks, bestAskTicks, wording } = check;
  const { locale } = wording.format;
  const bestOf = (side: "BUY" | "SELL") => (side === "BUY" ? bestBidTicks : bestAskTicks);
  const enter = (more: Parameters<typeof change>[0]) => {
    const best = bestOf(draft.side);
    const price = best === undefined ? "" : typedText(ticksText(best, scale), locale);
    change({ type: "LIMIT", timeInForce: "GTC", reduceOnly: false, price, ...more });
    focus("size");
  };
  const bracket = () =>
    enter({
      postOnly: false,
      takeProfit: { unit: "percent", text: BRACKET.takeProfit },
      stopLoss: { unit: "percent", text: BRACKET.stopLoss },
    });
  const chase = () => {
    const order = newestResting(orders, market.symbol);
    // Nothing rests yet: the ticket joins the best price.
    if (order === undefined) return enter({ postOnly: true });
    const best = bestOf(order.side);
    const price = best === undefined ? undefined : ticksText(best, scale);
    if (price === undefined) return;
    if (price === order.price) notify({ tone: "neutral", text: text("chaseBest") });
    else void modify(order, { price });
  };
  const offer = (id: string, title: string, run: () => void): Command => {
    const keywords = text("presetWords");
    return { id: `order.${id}`, section: "order", title, keywords, run };
  };
  useCommands([
    offer("bracket", text("commandBracket"), bracket),
    offer("chase", text("commandChase"), chase),
  ]);
}
