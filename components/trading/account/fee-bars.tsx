"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { barsOf, type FeeDay, type FeeSpan } from "./fee-days.ts";

type FeeBarsProps = {
  /** UTC days, newest first; a day without a fill is not among them. */
  days: readonly FeeDay[];
  span: FeeSpan;
};

const HEIGHT = 96;

/** One bar a day, oldest first; the picture is named, and the table beside it has the figures. */
export function FeeBars({ days, span }: FeeBarsProps) {
  const text = useText("account");
  const { figure } = useFormat();
  const bars = barsOf(days, span);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const top = bars.reduce((best, bar) => (bar.fees > best.fees ? bar : best), first);
  const most = top.fees > 0n ? top.fees : 1n;
  const label = text("feesPicture", {
    from: first.day,
    to: last.day,
    most: figure(top.text, 2),
    day: top.day,
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-24 w-full px-3"
    >
      {bars.map(({ day, fees, text: exact }, index) => {
        // Pixels: a share of the highest bar, at least a line where there is a fee at all.
        const share = fees > 0n ? Math.max(1, Number((fees * BigInt(HEIGHT)) / most)) : 0;
        return (
          <rect
            key={day}
            x={index * 10 + 1}
            y={HEIGHT - share}
            width={8}
            height={share}
            className="fill-accent"
          >
            <title>{`${day}: ${exact} USDC`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
