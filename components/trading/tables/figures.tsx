"use client";

import { directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import type { OrderRecord, Side } from "#lib/protocol/orders.ts";
import { directionOf } from "./direction.ts";

/** A figure reads from left to right in every language. */
export function Figure({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** Money in 1e-9 USDC with its sign and its colour. */
export function SignedMoney({ scaled, className }: { scaled: bigint; className?: string }) {
  const { signedMoney } = useFormat();
  return (
    <Figure className={cn(directionClass(directionOf(scaled)), className)}>
      {signedMoney(scaled)}
    </Figure>
  );
}

/** A share in parts per million as a percentage; `decimals` digits after the point. */
export function useShare(): (ppm: bigint, decimals?: number) => string {
  const { figure } = useFormat();
  return (ppm, decimals = 2) => `${figure(formatFixed(ppm, 4), decimals)}%`;
}

export function SideName({ side }: { side: Side }) {
  const text = useText("account");
  return (
    <span className={side === "BUY" ? "text-up" : "text-down"}>
      {text(side === "BUY" ? "buy" : "sell")}
    </span>
  );
}

/** Time of an event as the reader's clock has it; the exact moment in UTC is in its title. */
export function EventTime({ at }: { at: number }) {
  const { dayAndTime } = useFormat();
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={new Date(at).toISOString()}
      className="text-ink-muted"
    >
      {dayAndTime(at)}
    </time>
  );
}

type Conditional = Pick<OrderRecord, "order_type" | "side">;

/** Whether an order that waits fires when its price is reached from below. */
export function firesRising({ order_type: type, side }: Conditional): boolean {
  return (type === "TAKE_PROFIT_MARKET") === (side === "SELL");
}
