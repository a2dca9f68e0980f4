/** The texts that each language of chat messages has. `{name}` is replaced by a value. */
import type { CatalystType, SentimentDirection } from "#lib/protocol/market-knowledge.ts";
import type { PauseReason } from "#lib/protocol/webhooks.ts";

export type ChatTexts = {
  /** Before the title of a test. */
  test: string;
  /** After the text of an event that did not really happen. */
  simulated: string;
  /** The link to the page. */
  open: string;
  signal_long: string;
  signal_short: string;
  signalLevels: string;
  invalidated_long: string;
  invalidated_short: string;
  invalidatedWhy: string;
  catalystUpdated: string;
  catalystFacts: string;
  catalystTypes: Readonly<Record<CatalystType, string>>;
  sentiments: Readonly<Record<SentimentDirection, string>>;
  swapConfirmed: string;
  swapFailed: string;
  swapFee: string;
  swapFailedWhy: string;
  swapRefunded: string;
  proposedBy: string;
  placed_BUY: string;
  placed_SELL: string;
  placedFilled: string;
  placedOpen: string;
  ended_BUY: string;
  ended_SELL: string;
  endedWhy: string;
  endedFilled: string;
  pointsCredited: string;
  pointsReversed: string;
  pointsBalance: string;
  pointsReversedWhy: string;
  referralCreated: string;
  partnerAccrued: string;
  partnerFees: string;
  payoutPaid: string;
  webhookPaused: string;
  pauses: Readonly<Record<PauseReason, string>>;
  lastError: string;
  /** An event whose data are not those of its type: a test with data of its own. */
  unknown: string;
};
