/** The rows of an order's preview as text. */
import { divideHalfUp, formatDecimal, formatFixed } from "#lib/protocol/decimal.ts";
import { lotsText, MONEY_DECIMALS, ticksText } from "#lib/protocol/market/markets.ts";
import { tradedLeverage } from "#lib/protocol/orders/holdings.ts";
import { magnitude, tradingFee } from "#lib/protocol/orders/margin.ts";
import type { AccountAfter, Preview } from "#lib/protocol/orders/order-preview.ts";
import { amountOfLots } from "./size.ts";
import { formatPrice, formatSize, type Wording } from "./ticket-text.ts";
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
  | "triggered"
  | "lots"
  | "triggerTicks"
  | "priceTicks"
  | "scale"
  | "market"
  | "accountKnown"
  | "edgeTicks"
  | "holdings"
  | "markTicks"
> & { wording: Omit<Wording, "refusals"> };

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
    | "leverageAfter"
    | "marginMode",
  value: string,
];

/** Rows about the account after the order. For an order that waits, they say what its fill would leave. */
const AFTER_FILL: ReadonlySet<Row[0]> = new Set([
  "liquidation",
  "leverageAfter",
  "positionAfter",
  "entryAfter",
]);

const FEES = ["feeNow", "feeResting", "feeAtTrigger"] as const satisfies Row[0][];
const DECIDING: ReadonlySet<string> = new Set<Row[0]>([
  "slippage",
  "liquidation",
  "marginRequired",
  "marginFreed",
  ...FEES,
]);

/** Whether a row is shown beside the button: liquidation, margin and fee. */
export function isDeciding(name: string): boolean {
  return DECIDING.has(name);
}

/** The rows under the ticket's fields; none before the order has a size. `more` adds the further figures. */
export function previewRows(source: PreviewSource, more: boolean): PreviewRow[] {
  const { wording, preview, triggerTicks } = source;
  const waits = triggerTicks !== undefined || (preview !== undefined && preview.restLots > 0n);
  const rows = triggerTicks === undefined ? orderRows(source, more) : triggerRows(source, more);
  const exact = exactFigures(source);
  return rows.map(([name, value]) => ({
    name,
    label:
      waits && AFTER_FILL.has(name)
        ? wording.text("ifFilled", { figure: wording.text(name) })
        : wording.text(name),
    value,
    exact: exact[name],
  }));
}

/** The account after the order, and after the fill of what rests or waits. */
function afterFill({ preview, triggered }: PreviewSource): AccountAfter | undefined {
  return preview?.filled ?? triggered;
}

/** The unrounded figures, as the venue will record them. */
function exactFigures(source: PreviewSource): Partial<Record<Row[0], string>> {
  const { preview, scale } = source;
  const after = afterFill(source);
  if (!after) return {};
  const money = (amount: bigint) => formatDecimal(amount, MONEY_DECIMALS);
  return {
    ...(preview ? { feeNow: money(preview.fee), freeAfter: money(preview.after.free) } : {}),
    ...(after.liquidationTicks === undefined
      ? {}
      : { liquidation: ticksText(after.liquidationTicks, scale) }),
    positionAfter: lotsText(after.position.size, scale),
  };
}

function orderRows(source: PreviewSource, more: boolean): Row[] {
  const { preview, wording, accountKnown } = source;
  if (!preview) return [];
  const usdc = (amount: bigint) => `${wording.format.money(amount)} USDC`;
  const { marginRequired: required, value } = preview.entire;
  const margin = accountKnown ? usdc(magnitude(required)) : NONE;
  const rests = preview.restLots > 0n;
  return [
    ["orderValue", usdc(value)],
    ...slippageRow(preview, source),
    ...(rests && preview.filledLots === 0n ? [] : fillRows(preview, source)),
    ...(rests ? [["feeResting", usdc(preview.restingFee)] satisfies Row] : []),
    [accountKnown && required < 0n ? "marginFreed" : "marginRequired", margin],
    ...afterRows(source),
    ...(more ? furtherRows(source) : []),
  ];
}

/** How far from the mark a market order would trade on average, and how far it may. */
function slippageRow({ slippagePpm }: Preview, source: PreviewSource): Row[] {
  const { priceTicks, edgeTicks, markTicks, wording } = source;
  if (priceTicks !== undefined || edgeTicks === undefined || !markTicks) return [];
  if (slippagePpm === undefined) return [];
  const { ratio } = wording.format;
  const bound = divideHalfUp(magnitude(edgeTicks - markTicks) * 1_000_000n, markTicks);
  const estimate = ratio(formatFixed(slippagePpm, 6));
  return [
    ["slippage", wording.text("slippageOf", { estimate, bound: ratio(formatFixed(bound, 6)) })],
  ];
}

/** What fills at once, and what it costs. */
function fillRows(preview: Preview, source: PreviewSource): Row[] {
  return [
    ["averageFill", averageFill(preview, source)],
    ...remainderRow(source),
    ["feeNow", `${source.wording.format.money(preview.fee)} USDC`],
  ];
}

function afterRows(source: PreviewSource): Row[] {
  const after = source.accountKnown ? afterFill(source) : undefined;
  return [
    ["liquidation", after ? liquidation(after, source) : NONE],
    ["leverageAfter", after ? leverage(after, source) : NONE],
  ];
}

/** Rows of a trigger order, as if it filled at its trigger. It reserves nothing until then. */
function triggerRows(source: PreviewSource, more: boolean): Row[] {
  const { lots, triggerTicks = 0n, scale, wording, market, holdings } = source;
  if (lots === undefined) return [];
  const value = lots * triggerTicks * scale.valueOfTickLot;
  const usdc = (amount: bigint) => `${wording.format.money(amount)} USDC`;
  const fee = tradingFee(value, BigInt(market.taker_fee), holdings.feeDiscountPpm);
  return [
    ["orderValue", usdc(value)],
    ["feeAtTrigger", usdc(fee)],
    ["marginRequired", usdc(0n)],
    ...afterRows(source),
    ...(more ? furtherRows(source) : []),
  ];
}

function furtherRows(source: PreviewSource): Row[] {
  const { preview, accountKnown, scale, wording, edgeTicks, market, holdings } = source;
  const position = accountKnown ? afterFill(source)?.position : undefined;
  const worst = preview?.restLots === 0n ? (preview.lastTicks ?? edgeTicks) : undefined;
  const entry =
    position && position.size !== 0n
      ? formatAverage(
          divideHalfUp(
            magnitude(position.cost) * 10_000n,
            magnitude(position.size) * scale.valueOfTickLot,
          ),
          source,
        )
      : NONE;
  const size = position ? formatSize(position.size, scale, wording) : NONE;
  const free = accountKnown && preview ? `${wording.format.money(preview.freeAfter)} USDC` : NONE;
  const leverageOfAccount = tradedLeverage(holdings, market).toString();
  const mode = holdings.position.wallet === null ? "crossLeverage" : "isolatedLeverage";
  const rows: Row[] = [
    ["positionAfter", position ? `${size} ${market.base_asset.symbol}` : NONE],
    ["entryAfter", entry],
    ["freeAfter", free],
    ["marginMode", wording.text(mode, { leverage: leverageOfAccount })],
    ["worstPrice", worst === undefined ? NONE : formatPrice(worst, scale, wording)],
  ];
  return rows.filter(([, value]) => value !== NONE);
}

function averageFill(preview: Preview, source: PreviewSource): string {
  const { text, format } = source.wording;
  const { averageTicksE4, slippagePpm } = preview;
  if (averageTicksE4 === undefined) return text("nothingFills");
  const price = formatAverage(averageTicksE4, source);
  if (slippagePpm === undefined) return price;
  return `${price} (${format.percent(formatFixed(slippagePpm, 6))})`;
}

function formatAverage(ticksE4: bigint, { scale, wording }: PreviewSource): string {
  const units = divideHalfUp(ticksE4 * scale.tickUnits, 10_000n);
  return wording.format.grouped(formatFixed(units, scale.priceDecimals));
}

/** What happens to the part that does not fill at once. */
function remainderRow({ preview, lots, scale, wording }: PreviewSource): Row[] {
  if (!preview || lots === undefined || preview.filledLots === 0n) return [];
  const rest = lots - preview.filledLots;
  if (rest <= 0n) return [];
  const filled = formatSize(preview.filledLots, scale, wording);
  const left = formatSize(rest, scale, wording);
  return [
    [
      "fillsNow",
      wording.text(preview.restLots > 0n ? "partRests" : "partDropped", { filled, left }),
    ],
  ];
}

function liquidation(account: AccountAfter, source: PreviewSource): string {
  const { scale, wording, holdings, preview } = source;
  const price = (ticks: bigint | undefined) =>
    ticks === undefined ? wording.text("noLiquidation") : formatPrice(ticks, scale, wording);
  const after = price(account.liquidationTicks);
  if (holdings.position.size === 0n || !preview) return after;
  return wording.text("fromTo", { before: price(preview.liquidationBefore), after });
}

function leverage(after: AccountAfter, { scale, markTicks, wording }: PreviewSource): string {
  if (markTicks === undefined) return NONE;
  const terms = { scale, markTicks, ticks: markTicks, held: 0n, largest: () => 0n };
  const figure = amountOfLots("leverage", magnitude(after.position.size), {
    ...terms,
    equity: after.accountValue,
  });
  return `${wording.format.figure(figure || "0", 2)}×`;
}

/** A sentence about own orders that would be cancelled; `undefined` when there are none. */
export function ownCancelledNote(
  preview: Preview | undefined,
  { scale, wording, market }: Pick<PreviewSource, "scale" | "market" | "wording">,
): string | undefined {
  if (!preview || preview.ownCancelled === 0n) return undefined;
  const size = formatSize(preview.ownCancelled, scale, wording);
  return wording.text("ownCancelled", { size, asset: market.base_asset.symbol });
}
