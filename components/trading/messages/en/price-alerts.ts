import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Price alerts",
  titleHint:
    "You are notified when the mark price reaches an alert, also when this page is closed.",
  price: "Alert at",
  note: "Note",
  noteHint: "Optional, at most {most} characters",
  again: "Fires again",
  againHint: "Once the mark has gone back by 0.2%",
  set: "Set alert",
  none: "No price alerts yet",
  noneHint:
    "Enter a price above. On the chart, open the menu of a price with a right click, a long press or the menu key.",
  count: "{count} of {most}",
  failed: "The price alerts could not be loaded.",
  retry: "Refresh",
  loading: "Loading the price alerts",
  above: "when the mark rises to it",
  below: "when the mark falls to it",
  once: "Once",
  onceOrAgain: "{market} at {price}: once or again",
  againShort: "Again",
  waiting: "Waits until the mark has gone back by 0.2%",
  deleteOf: "Delete the alert at {price} on {market}",
  line: "Price alert at {price}",
  lines: "Price alerts on the chart",
  notified: "Alert set: {market} at {price}",
  deleted: "Alert deleted: {market} at {price}",
  undo: "Undo",
  settings: "Choose where you are notified",
} as const satisfies MessageFile;

export default messages;
