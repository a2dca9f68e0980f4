"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { formatPrice, formatSize, type Wording } from "#components/trading/ticket/ticket-text.ts";
import { divideHalfUp } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { CheckedLadder } from "./check-ladder.ts";
import type { Rung } from "./ladder.ts";

type LadderPreviewProps = {
  rungs: readonly Rung[];
  checked: CheckedLadder;
  wording: Wording;
  market: Market;
};

/** Every rung as it will be sent, and what all of them need. */
export function LadderPreview({ rungs, checked, wording, market }: LadderPreviewProps) {
  const text = useText("ticket");
  const scale = marketScale(market);
  const { money } = wording.format;
  const average = formatPrice(divideHalfUp(checked.averageTicksE4, 10_000n), scale, wording);
  const sums = [
    [text("scaleAverage"), average],
    [text("orderValue"), `${money(checked.value)} USDC`],
    [text("marginRequired"), `${money(checked.margin)} USDC`],
    [text("freeAfter"), `${money(checked.free)} USDC`],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-2xs">
        {sums.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="text-end">
              <Figure>{value}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      <section
        aria-label={text("scaleRungs")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="max-h-36 overflow-y-auto rounded border"
      >
        <table className="w-full text-2xs">
          <thead className="sticky top-0 bg-raised text-ink-faint">
            <tr>
              <th scope="col" className="px-2 py-0.5 text-start font-normal">
                {text("price")}
              </th>
              <th scope="col" className="px-2 py-0.5 text-end font-normal">
                {text("size")}
              </th>
              <th scope="col" className="px-2 py-0.5 text-end font-normal">
                {text("orderValue")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rungs.map(({ ticks, lots }) => (
              <tr key={ticks.toString()}>
                <td className="px-2 py-0.5">
                  <Figure>{formatPrice(ticks, scale, wording)}</Figure>
                </td>
                <td className="px-2 py-0.5 text-end">
                  <Figure>{formatSize(lots, scale, wording)}</Figure>
                </td>
                <td className="px-2 py-0.5 text-end">
                  <Figure>{money(lots * ticks * scale.valueOfTickLot)}</Figure>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
