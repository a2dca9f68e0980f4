/** The texts of cards in one language. They contain no words of the feed. */
import type { CatalystType, SentimentDirection } from "#lib/protocol/market-knowledge.ts";

/** `assets`: symbols, or the text for the whole market. */
type Template = (assets: string) => string;

export type CardTexts = {
  says: Record<CatalystType, Record<SentimentDirection, Template>>;
  /** Texts without a direction, for events whose asset is unknown. */
  unnamed: Record<CatalystType, string>;
  /** Wrapped around the text when the report is unconfirmed or denied. */
  unconfirmed: (text: string) => string;
  disputed: (text: string) => string;
  /** Replaces the assets of an event that affects all markets. */
  everything: string;
  /** The number of further assets that are not named. */
  more: (count: number) => string;
};
