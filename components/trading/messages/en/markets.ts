import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  button: "Market {market}. Change market",
  title: "Markets",
  close: "Close the market list",
  search: "Search markets",
  searchHint: "Market name",
  noMatch: "No market matches “{typed}”.",
  clear: "Clear the search",
  star: "Favourite",
  day: "24 hours",
  change: "24h change",
  volume: "24h volume",
  amountsIn: "In {asset}",
  funding: "Funding",
  fundingDetail: "Funding rate per period. Positive: longs pay shorts.",
  fundingTitle: "Funding of {market}",
  fundingNote:
    "Paid every second at the current rate. Positive: longs pay shorts. Negative: shorts pay longs.",
  fundingNow: "Next {hours} h, if it stays",
  fundingYear: "Per year at this rate",
  fundingAverage: "{days}-day average",
  fundingLoading: "Loading the funding rates",
  fundingUnread: "The funding rates could not be loaded. Trying again.",
  fundingNone: "No funding rates are stored yet.",
  fundingPicture:
    "Funding rate by the hour from {from} to {to}, {last} at the end. Use the arrow keys to read hours.",
  fundingHistory: "Funding history",
  addFavourite: "Add {market} to favourites",
  removeFavourite: "Remove {market} from favourites",
  count: { one: "{count} market", other: "{count} markets" },
  keys: "↑ ↓ move · Enter opens · Alt+Enter favourite · Esc closes",
  searchCommand: "Search markets",
  goTo: "Open market {market}",
  keywords: "pair symbol switch",
  favouriteOn: "{market} is now a favourite.",
  favouriteOff: "{market} is no longer a favourite.",
} as const satisfies MessageFile;

export default messages;
