/** Texts and number formats of the ticket's checks. */

import { refusalText } from "#components/data/errors/refusal-text.ts";
import type { Format } from "#components/i18n/format.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { type OrderType, type Side, TRIGGER_SOURCE_CODE } from "#lib/protocol/enumerations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { triggerProblem } from "#lib/protocol/orders/rules.ts";
import type { CountProblem, FigureName } from "./typed-figure.ts";

/** `refusals`: the sentences of the catalogue's codes, which also say why the venue refused an order. */
export type Wording = {
  text: FeatureText<"ticket">;
  refusals: FeatureText<"venueErrors">;
  format: Format;
};

/** A price with all decimals of the market. */
export function formatPrice(
  ticks: bigint,
  scale: MarketScale,
  { format }: Omit<Wording, "refusals">,
): string {
  return format.grouped(formatFixed(ticks * scale.tickUnits, scale.priceDecimals));
}

/** A size with all decimals of the market. */
export function formatSize(
  lots: bigint,
  scale: MarketScale,
  { format }: Omit<Wording, "refusals">,
): string {
  return format.grouped(formatFixed(lots * scale.lotUnits, scale.sizeDecimals));
}

/** The error of a typed figure; `undefined` when there is none. */
export function figureError(
  name: FigureName,
  problem: CountProblem | undefined,
  wording: Wording,
): string | undefined {
  if (problem === undefined) return undefined;
  if (problem === "empty") return wording.text(`${name}Empty`);
  return typeof problem === "string" ? wording.text(problem) : refusalText(problem, wording);
}

type Trigger = { side: Side; type: OrderType; ticks: bigint };

/** The error of a trigger that follows the mark and has been reached already. */
export function triggerError(
  { side, type, ticks }: Trigger,
  { markTicks, scale }: { markTicks: bigint; scale: MarketScale },
  wording: Wording,
): string | undefined {
  const order = {
    side,
    type,
    triggerTicks: Number(ticks),
    triggerSource: TRIGGER_SOURCE_CODE.MarkPrice,
  };
  const problem = triggerProblem(order, { markTicks: Number(markTicks), lastTradeTicks: 0, scale });
  return problem && refusalText(problem, wording);
}
