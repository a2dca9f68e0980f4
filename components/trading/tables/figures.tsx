"use client";

import { directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { directionOf } from "./direction.ts";

/** Numbers are left to right in every language, and no translator takes them for words. */
export function Figure({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" translate="no" className={className}>
      {children}
    </bdi>
  );
}

/** Money in 1e-9 USDC with sign and colour. */
export function SignedMoney({ scaled, className }: { scaled: bigint; className?: string }) {
  const { signedMoney } = useFormat();
  return (
    <Figure className={cn(directionClass(directionOf(scaled)), className)}>
      {signedMoney(scaled)}
    </Figure>
  );
}

/**
 * Money in 1e-9 USDC that is often small, with sign and colour: two decimals from 100 on, four below, and six below a
 * cent, so that what is not zero is not shown as zero.
 */
export function SignedSmall({ scaled, className }: { scaled: bigint; className?: string }) {
  const { signedFigure } = useFormat();
  const amount = scaled < 0n ? -scaled : scaled;
  const decimals = amount >= 100_000_000_000n ? 2 : amount >= 10_000_000n || amount === 0n ? 4 : 6;
  return (
    <Figure
      className={cn(scaled === 0n ? undefined : directionClass(scaled > 0n ? 1 : -1), className)}
    >
      {signedFigure(formatFixed(scaled, MONEY_DECIMALS), decimals)}
    </Figure>
  );
}

/** Formats parts per million as a percentage with `decimals` digits. */
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

/** The time of an event in the reader's zone; its title has the exact time in UTC. */
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
