/** The preview of an order in words and figures. */
import { divideHalfUp, grouped, money } from "#components/format.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/markets.ts";
import type { Preview } from "./preview.ts";
import { lotsText } from "./validation.ts";

export type PreviewRow = { name: string; value: string };

/** The rows under the ticket's fields; dashes for what is not known. */
export function previewRows(
  preview: Preview | undefined,
  lots: bigint | undefined,
  scale: MarketScale,
  accountKnown: boolean,
): PreviewRow[] {
  const freed = accountKnown && preview !== undefined && preview.marginRequired < 0n;
  const margin = freed ? -preview.marginRequired : preview?.marginRequired;
  return [
    { name: "Order value", value: preview ? `${money(preview.value)} USDC` : "—" },
    { name: "Average fill", value: preview ? averageFill(preview, scale) : "—" },
    ...remainderRow(preview, lots, scale),
    { name: "Fee now", value: preview ? `${money(preview.fee)} USDC` : "—" },
    {
      name: freed ? "Margin freed" : "Margin required",
      value: accountKnown && margin !== undefined ? `${money(margin)} USDC` : "—",
    },
  ];
}

function averageFill(preview: Preview, scale: MarketScale): string {
  const { averageTicksE4 } = preview;
  if (averageTicksE4 === undefined) {
    return preview.restLots > 0n ? "rests in the book" : "nothing would fill now";
  }
  const units = divideHalfUp(averageTicksE4 * scale.tickUnits, 10_000n);
  return grouped(formatFixed(units, scale.priceDecimals));
}

/** What becomes of the part that does not fill at once, when another part does. */
function remainderRow(
  preview: Preview | undefined,
  lots: bigint | undefined,
  scale: MarketScale,
): PreviewRow[] {
  if (!preview || lots === undefined || preview.filledLots === 0n) return [];
  const left = lots - preview.filledLots;
  if (left <= 0n) return [];
  const fate = preview.restLots > 0n ? "rests" : "will not fill";
  const value = `${lotsText(preview.filledLots, scale)}; ${lotsText(left, scale)} ${fate}`;
  return [{ name: "Fills now", value }];
}
