/** Texts and number formats of the ticket's checks. */
import type { Format } from "#components/i18n/format.ts";
import type { Text } from "#components/i18n/message-types.ts";
import type { Sources } from "#components/i18n/sources.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { CountProblem } from "./typed-figure.ts";

/** The figures that a person types, by the names in the messages. */
export type FigureName = "size" | "price" | "trigger";

export type Words = { text: Text<Sources["ticket"]>; format: Format };

/** A price with all decimals of the market. */
export function priceWords(ticks: bigint, scale: MarketScale, { format }: Words): string {
  return format.grouped(formatFixed(ticks * scale.tickUnits, scale.priceDecimals));
}

/** A size with all decimals of the market. */
export function sizeWords(lots: bigint, scale: MarketScale, { format }: Words): string {
  return format.grouped(formatFixed(lots * scale.lotUnits, scale.sizeDecimals));
}

/** The error of a figure; `step` is the market's lot or tick, a decimal of the wire. */
export function countProblemText(
  name: FigureName,
  problem: CountProblem,
  step: string,
  { text, format }: Words,
): string {
  if (problem === "empty") return text(`${name}Empty`);
  if (problem === "zero") return text(`${name}Zero`);
  if (problem === "offStep") return text(`${name}OffStep`, { step: format.grouped(step) });
  return text(problem);
}
