import type { McpResource } from "./define-resource.ts";

const TEXT = `# Fields of an order

An assistant cannot place an order. It can propose one (tool stage_order, scope trade:execute). The user reads the proposal in the app,
and only the user's signature sends it to the venue. A proposal expires after 5 minutes.

| Field | Values | Rule |
|---|---|---|
| market | a symbol such as BTCUSDC | from list_markets |
| side | BUY, SELL | |
| size | decimal as text | in the base asset; a multiple of size_lot |
| order_type | MARKET, LIMIT, TAKE_PROFIT_MARKET, STOP_LOSS_MARKET | |
| price | decimal as text | LIMIT only; a multiple of price_tick, within the market's band around the mark |
| time_in_force | GTC, IOC, FOK | GTC: the rest stays until it is cancelled. IOC: the rest is cancelled. FOK: all or nothing. Default: GTC for LIMIT, IOC for the others |
| post_only | true, false | LIMIT GTC only: never takes from the book |
| reduce_only | true, false | never opens or increases a position |
| trigger_price | decimal as text | TAKE_PROFIT_MARKET and STOP_LOSS_MARKET only |
| trigger_source | MarkPrice, LastPrice | the price that the trigger watches. Default: MarkPrice |
| take_profit | decimal as text | LIMIT and MARKET only: the mark at which a take profit closes what the order has filled. The user signs both at once |
| stop_loss | decimal as text | LIMIT and MARKET only: the mark at which a stop loss closes what the order has filled. The user signs both at once |
| account | a public key | one of the user's wallets. Default: the one linked first |
| reason | text | why, in a sentence or two; the user reads it as a quotation |
| signal_id | the id of a signal | the signal of the same market that the order follows from, from list_signals |
| reference | text | idempotency key: the same one again returns the same proposal |

Size times price must be at least min_notional of the market. Sizes and prices are decimal strings such as "0.015": no sign, no
exponent, no leading zeros. All markets are perpetual futures: an order can open a leveraged position, and the most that the
initial margin allows is rarely what a person means. State the notional and the margin in words before proposing.
`;

export const orderFieldsResource: McpResource = {
  uri: "svc://order-fields",
  name: "order-fields",
  title: "Fields of an Order",
  description: "Fields of an order, their values and rules.",
  mimeType: "text/markdown",
  ttlMs: 3_600_000,
  isShared: true,
  read: async () => TEXT,
};
