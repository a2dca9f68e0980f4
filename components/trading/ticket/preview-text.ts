/** The rows of an order's preview as text. */
import { divideHalfUp, formatDecimal, formatFixed } from "#lib/protocol/decimal.ts";
import { lotsText, MONEY_DECIMALS, ticksText } from "#lib/protocol/market/markets.ts";
import { magnitude, tradingFee } from "#lib/protocol/orders/margin.ts";
import type { Preview } from "#lib/protocol/orders/order-preview.ts";
import { amountOfLots } from "./size.ts";
import { priceWords, sizeWords, type Words } from "./ticket-text.ts";
import type { OrderCheck } from "./use-order-check.ts";

export type PreviewRow = {
  /** A message's name. */
  name: string;
  label: string;
  value: string;
  /** The exact decimal, for comparison with the venue's records. */
  exact?: string | undefined;
};

export type PreviewSource = Pick<
  OrderCheck,
  | "preview"
  | "lots"
  | "triggerTicks"
  | "scale"
  | "market"
  | "accountKnown"
  | "edgeTicks"
  | "holdings"
  | "markTicks"
> & { words: Omit<Words, "refusals"> };

const NONE = "—";

type Row = [
  name:
    | "orderValue"
    | "averageFill"
    | "fillsNow"
    | "slippage"
    | "worstPrice"
    | "feeNow"
    | "feeResting"
    | "feeAtTrigger"
    | "marginRequired"
    | "marginFreed"
    | "freeAfter"
    | "liquidation"
    | "entryAfter"
    | "positionAfter"
    | "leverageAfter",
  value: string,
];

/**
 * The rows under the ticket's fields. The first ones are always the same, so that nothing jumps; unknown values are
 * dashes.
 */
export function previewRows(source: PreviewSource, more: boolean): PreviewRow[] {
  const { words } = source;
  const rows = source.triggerTicks === undefined ? orderRows(source, more) : triggerRows(source);
  const exact = exactFigures(source);
  return rows.map(([name, value]) => ({
    name,
    label: words.text(name),
    value,
    exact: exact[name],
  }));
}

/** The unrounded figures, as the venue will record them. */
function exactFigures({ preview, scale }: PreviewSource): Partial<Record<Row[0], string>> {
  if (!preview) return {};
  const money = (amount: bigint) => formatDecimal(amount, MONEY_DECIMALS);
  const { after } = preview;
  return {
    feeNow: money(preview.fee),
    freeAfter: money(after.free),
    ...(after.liquidationTicks === undefined
      ? {}
      : { liquidation: ticksText(after.liquidationTicks, scale) }),
    positionAfter: lotsText(after.position.size, scale),
  };
}

function orderRows(source: PreviewSource, more: boolean): Row[] {
  const { preview, words, accountKnown } = source;
  const usdc = (amount: bigint) => `${words.format.money(amount)} USDC`;
  const known = accountKnown ? preview : undefined;
  const required = known?.marginRequired ?? 0n;
  return [
    ["orderValue", preview ? usdc(preview.value) : NONE],
    ["averageFill", preview ? averageFill(preview, source) : NONE],
    ...remainderRow(source),
    ["feeNow", preview ? usdc(preview.fee) : NONE],
    ...restingFeeRow(preview, usdc),
    [required < 0n ? "marginFreed" : "marginRequired", known ? usdc(magnitude(required)) : NONE],
    ["freeAfter", known ? usdc(known.freeAfter) : NONE],
    ["liquidation", known ? liquidation(known, source) : NONE],
    ["leverageAfter", known ? leverage(known.after.position.size, known, source) : NONE],
    ...(more ? furtherRows(source) : []),
  ];
}

/** Rows of a trigger order: what it would trade for at its trigger. It reserves nothing until then. */
function triggerRows({ lots, triggerTicks = 0n, scale, words, market, holdings }: PreviewSource) {
  const value = lots === undefined ? undefined : lots * triggerTicks * scale.valueOfTickLot;
  const usdc = (amount: bigint | undefined) =>
    amount === undefined ? NONE : `${words.format.money(amount)} USDC`;
  const ppm = BigInt(market.taker_fee);
  const fee = value === undefined ? undefined : tradingFee(value, ppm, holdings.feeDiscountPpm);
  const rows: Row[] = [
    ["orderValue", usdc(value)],
    ["averageFill", words.text("waitsForTrigger")],
    ["feeAtTrigger", usdc(fee)],
    ["marginRequired", usdc(value === undefined ? undefined : 0n)],
  ];
  return rows;
}

function furtherRows(source: PreviewSource): Row[] {
  const { preview, accountKnown, scale, words, edgeTicks, market } = source;
  const position = accountKnown ? preview?.after.position : undefined;
  const worst = preview?.restLots === 0n ? (preview.lastTicks ?? edgeTicks) : undefined;
  const entry =
    position && position.size !== 0n
      ? averageWords(
          divideHalfUp(
            magnitude(position.cost) * 10_000n,
            magnitude(position.size) * scale.valueOfTickLot,
          ),
          source,
        )
      : NONE;
  const size = position ? sizeWords(position.size, scale, words) : NONE;
  return [
    ["worstPrice", worst === undefined ? NONE : priceWords(worst, scale, words)],
    ["positionAfter", position ? `${size} ${market.base_asset.symbol}` : NONE],
    ["entryAfter", entry],
  ];
}

function averageFill(preview: Preview, source: PreviewSource): string {
  const { text, format } = source.words;
  const { averageTicksE4, slippagePpm } = preview;
  if (averageTicksE4 === undefined) {
    return text(preview.restLots > 0n ? "restsInBook" : "nothingFills");
  }
  const price = averageWords(averageTicksE4, source);
  if (slippagePpm === undefined) return price;
  return `${price} (${format.percent(formatFixed(slippagePpm, 6))})`;
}

function averageWords(ticksE4: bigint, { scale, words }: PreviewSource): string {
  const units = divideHalfUp(ticksE4 * scale.tickUnits, 10_000n);
  return words.format.grouped(formatFixed(units, scale.priceDecimals));
}

function restingFeeRow(preview: Preview | undefined, usdc: (amount: bigint) => string): Row[] {
  return preview && preview.restLots > 0n ? [["feeResting", usdc(preview.restingFee)]] : [];
}

/** What happens to the part that does not fill at once. */
function remainderRow({ preview, lots, scale, words }: PreviewSource): Row[] {
  if (!preview || lots === undefined || preview.filledLots === 0n) return [];
  const rest = lots - preview.filledLots;
  if (rest <= 0n) return [];
  const filled = sizeWords(preview.filledLots, scale, words);
  const left = sizeWords(rest, scale, words);
  return [
    ["fillsNow", words.text(preview.restLots > 0n ? "partRests" : "partDropped", { filled, left })],
  ];
}

function liquidation(preview: Preview, { scale, words, holdings }: PreviewSource): string {
  const { text } = words;
  const price = (ticks: bigint | undefined) =>
    ticks === undefined ? text("noLiquidation") : priceWords(ticks, scale, words);
  const after = price(preview.after.liquidationTicks);
  if (holdings.position.size === 0n) return after;
  return text("fromTo", { before: price(preview.liquidationBefore), after });
}

function leverage(size: bigint, preview: Preview, source: PreviewSource): string {
  const { scale, markTicks, words } = source;
  if (markTicks === undefined) return NONE;
  const terms = { scale, markTicks, ticks: markTicks, held: 0n, largest: () => 0n };
  const equity = preview.after.accountValue;
  const figure = amountOfLots("leverage", magnitude(size), { ...terms, equity });
  return `${words.format.figure(figure || "0", 2)}×`;
}

/** A sentence about own orders that would be cancelled; `undefined` when there are none. */
export function ownCancelledNote(
  preview: Preview | undefined,
  { scale, words, market }: Pick<PreviewSource, "scale" | "market" | "words">,
): string | undefined {
  if (!preview || preview.ownCancelled === 0n) return undefined;
  const size = sizeWords(preview.ownCancelled, scale, words);
  return words.text("ownCancelled", { size, asset: market.base_asset.symbol });
}
