/** The prompts of the assistant endpoint: requests that a person picks from a menu of their client. */

type McpPrompt = {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** The text for the model, in the user's name. */
  text: (given: Readonly<Record<string, string>>) => string;
};

const MARKET = {
  name: "market",
  description: "Market symbol, such as BTCUSDC",
  required: true,
};

/** Quotes what a person typed into a field, so that it does not read like a sentence of ours. */
function quoted(text: string | undefined): string {
  return JSON.stringify((text ?? "").slice(0, 500));
}

const marketBrief: McpPrompt = {
  name: "market_brief",
  title: "Market Brief",
  description: "A short brief of one market: price, the last day, the book, and what stands out.",
  arguments: [MARKET],
  text: ({ market }) =>
    `Give me a short brief of the market ${quoted(market)}. Use get_price, get_market_stats, get_candles (interval 1h, the last 48) and get_orderbook. Report the price and its age, the last day and the last hours, the funding rate, and the depth of the book. If anything is stale, say so first. Describe the data; do not predict.`,
};

const positionReview: McpPrompt = {
  name: "position_review",
  title: "Position Review",
  description: "Reviews the open positions: size, PnL and distance to liquidation.",
  arguments: [],
  text: () =>
    "Review my open positions. Use get_user_context and get_positions, and get_price for each market that I hold. For every position report side, size, entry, mark, PnL, and the distance from the mark to the liquidation price in percent. Then the account: value, free collateral, and open orders that would add to a position. Name the largest risk first. Propose no order unless I ask.",
};

const prepareOrder: McpPrompt = {
  name: "prepare_order",
  title: "Prepare an Order",
  description: "Turns an idea into an exact order that you approve in the app.",
  arguments: [
    MARKET,
    {
      name: "idea",
      description: "What you want, in your own words: side, size, price, what to protect against",
      required: true,
    },
  ],
  text: ({ market, idea }) =>
    `Prepare an order in the market ${quoted(market)}. My idea: ${quoted(idea)}. Read the resource svc://order-fields, then list_markets, get_price and get_positions. Work out side, size, type and price by the market's rules, and state the notional, the margin and the fee in words. Ask me about everything that my idea leaves open. Only when I have confirmed the exact order, propose it with stage_order and give me the approval_url: I approve and sign it myself in the app.`,
};

export const PROMPTS: readonly McpPrompt[] = [marketBrief, positionReview, prepareOrder];
