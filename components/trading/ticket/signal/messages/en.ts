import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Prepared from a signal",
  long: "Long",
  short: "Short",
  levels: "{direction}: entry {entry}, wrong beyond {stop}, target {target}.",
  conviction: "Conviction {share}.",
  shadow: "It is in shadow: its rule has not been right often enough.",
  filled:
    "The ticket has the side, the stop loss and the target. Enter a size, review it and sign. Nothing was sent.",
  ended: "This signal has ended. The ticket was not filled.",
  otherMarket: "This signal is of {market}. The ticket was not filled.",
  unknown: "There is no such signal. The ticket was not filled.",
  failed: "The signal could not be read. The ticket was not filled.",
  toSignal: "Open the signal",
  close: "Close",
} as const satisfies MessageFile;

export default messages;
