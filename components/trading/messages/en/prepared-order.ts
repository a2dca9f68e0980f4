import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Prepared from a signal",
  levels: "{direction}: entry {entry}, invalid beyond {stop}, target {target}.",
  conviction: "Conviction {share}.",
  shadow: "This signal is in testing, so the ticket was not filled.",
  filled:
    "Side, stop loss and take profit are filled in. Enter a size, review and sign. Nothing was sent.",
  ended: "This signal has ended. The ticket was not filled.",
  otherMarket: "This signal is for {market}. The ticket was not filled.",
  unknown: "This signal does not exist. The ticket was not filled.",
  failed: "The signal could not be loaded. The ticket was not filled.",
  toSignal: "Open the signal",
} as const satisfies MessageFile;

export default messages;
