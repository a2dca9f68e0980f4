/** What the texts of one kind of event are made of. `{name}` is a word of the event; see `fillTemplate`. */
import type { CatalystType, SentimentDirection } from "#lib/protocol/market-knowledge.ts";

export type KindTexts = {
  type: CatalystType;
  direction: Exclude<SentimentDirection, "neutral">;
  /**
   * Headlines by matter: those of one list say the same in other words. Development seeds do not use every fourth
   * one of a list.
   */
  matters: readonly (readonly string[])[];
  summaries: readonly string[];
  denials: readonly string[];
};
