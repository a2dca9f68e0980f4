"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { type Market, marketScale } from "#lib/protocol/markets.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";
import { heldSize } from "./position-orders.ts";

const PARTS = [25n, 50n, 75n, 100n] as const;

type PartsProps = {
  position: PositionRecord;
  market: Market;
  /** A decimal of the wire. */
  onChoose: (size: string) => void;
};

/** Shares of the position, in whole lots. */
export function Parts({ position, market, onChoose }: PartsProps) {
  const text = useText("account");
  const { sizeDecimals, lotUnits } = marketScale(market);
  const held = parseDecimal(heldSize(position), sizeDecimals) ?? 0n;
  return (
    <fieldset className="flex gap-1.5">
      <legend className="sr-only">{text("shareOfPosition")}</legend>
      {PARTS.map((percent) => {
        const lots = (held * percent) / 100n / lotUnits;
        return (
          <Button
            key={percent.toString()}
            size="xs"
            className="flex-1"
            disabled={lots === 0n}
            onClick={() => onChoose(formatDecimal(lots * lotUnits, sizeDecimals))}
          >
            {`${percent}%`}
          </Button>
        );
      })}
    </fieldset>
  );
}
