/** What a card says, in one language. The feed's own words are no part of it. */
import type { CatalystType, SentimentDirection } from "#lib/protocol/enumerations.ts";

/** `assets`: symbols, or what stands for everything. */
type Template = (assets: string) => string;

export type CardTexts = {
  says: Record<CatalystType, Record<SentimentDirection, Template>>;
  /** Put around the text of a report that is not confirmed, or is denied. */
  unconfirmed: (text: string) => string;
  disputed: (text: string) => string;
  /** Stands for the assets when none is named. */
  everything: string;
  /** Assets beyond those that are named. */
  more: (count: number) => string;
};
