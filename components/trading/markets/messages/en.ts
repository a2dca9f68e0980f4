import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  button: "Market {market}. Change market",
  title: "Markets",
  close: "Close the market list",
  search: "Search markets",
  searchHint: "Name of a market",
  noMatch: "No market is called “{typed}”.",
  clear: "Clear the search",
  star: "Favourite",
  market: "Market",
  day: "24 hours",
  mark: "Mark price",
  change: "24h change",
  volume: "24h volume",
  funding: "Funding",
  fundingDetail: "Funding rate of a period. Positive: longs pay shorts.",
  addFavourite: "Add {market} to the favourites",
  removeFavourite: "Remove {market} from the favourites",
  count: { one: "{count} market", other: "{count} markets" },
  keys: "↑ ↓ move · Enter opens · Alt+Enter favourite · Esc closes",
  searchCommand: "Search markets",
  goTo: "Open market {market}",
  keywords: "pair symbol switch",
  favouriteOn: "{market} is a favourite now.",
  favouriteOff: "{market} is no favourite any more.",
} as const satisfies MessageFile;

export default messages;
