/** Who and what the simulated news is about. Networks, regulators and exchanges have real names; all news about them is invented. */

export type StoryAsset = {
  ticker: string;
  name: string;
  foundation: string;
  /** Invented. */
  protocols: readonly string[];
};

/** Those with a simulated market come first. */
export const TRADED: readonly StoryAsset[] = [
  {
    ticker: "BTC",
    name: "Bitcoin",
    foundation: "Bitcoin Foundation",
    protocols: ["Quarry Vault", "Orebridge", "Satchel"],
  },
  {
    ticker: "ETH",
    name: "Ethereum",
    foundation: "Ethereum Foundation",
    protocols: ["Larkfield Lend", "Tidepool", "Grebe Bridge"],
  },
  {
    ticker: "SOL",
    name: "Solana",
    foundation: "Solana Foundation",
    protocols: ["Harbor Bridge", "Saffron Swap", "Plover Finance"],
  },
];
export const OTHERS: readonly StoryAsset[] = [
  { ticker: "XRP", name: "XRP", foundation: "Ripple", protocols: ["Ledgerline", "Corridor Pay"] },
  {
    ticker: "ADA",
    name: "Cardano",
    foundation: "Cardano Foundation",
    protocols: ["Gambit Dex", "Ovid Lend"],
  },
  {
    ticker: "AVAX",
    name: "Avalanche",
    foundation: "Ava Labs",
    protocols: ["Crevasse", "Snowcap Swap"],
  },
  {
    ticker: "DOGE",
    name: "Dogecoin",
    foundation: "Dogecoin Foundation",
    protocols: ["Kennel Bridge", "Biscuit Pool"],
  },
  {
    ticker: "LINK",
    name: "Chainlink",
    foundation: "Chainlink Labs",
    protocols: ["Oriel Feeds", "Hook Bridge"],
  },
];

export const EXCHANGES = ["Coinbase", "Kraken", "Binance", "OKX", "Bybit", "Bitstamp", "Upbit"];
export const REGULATORS = ["SEC", "CFTC", "BaFin", "FCA", "MAS"];
export const PARTNERS = [
  "Visa",
  "Mastercard",
  "PayPal",
  "Stripe",
  "Shopify",
  "BlackRock",
  "Siemens",
];
