import type { McpResource } from "./define-resource.ts";

const TEXT = `# Fields of an order

An assistant never places an order. It may propose one (tool stage_order, scope trade:execute); the user reads the proposal in
the app, and only the user's own signature sends it to the venue. A proposal ends after 5 minutes.

| Field | Values | Rule |
|---|---|---|
| market | a symbol such as BTCUSDC | of list_markets |
| side | BUY, SELL | |
| size | decimal as text | in the base asset; a multiple of size_lot |
| order_type | MARKET, LIMIT, TAKE_PROFIT_MARKET, STOP_LOSS_MARKET | |
| price | decimal as text | LIMIT takes one, the others none; a multiple of price_tick, within the market's band around the mark |
| time_in_force | GTC, IOC, FOK | how long what is not filled at once stays: until cancelled, not at all, or all or nothing. GTC for LIMIT and IOC for the others unless it is told |
| post_only | true, false | LIMIT GTC only: never takes from the book |
| reduce_only | true, false | never opens or increases a position |
| trigger_price | decimal as text | TAKE_PROFIT_MARKET and STOP_LOSS_MARKET take one, the others none |
| trigger_source | MarkPrice, LastPrice | the price that is compared with trigger_price; MarkPrice unless it is told |
| account | a public key | one of the user's wallets; the one linked first unless it is told |
| reason | text | why, in a sentence or two: the user reads it as a quotation |
| signal_id | the id of a signal | the signal of the same market from which the order follows; list_signals gives it |
| reference | text | a name of this proposal: the same one again proposes nothing new |

Size times price must be at least min_notional of the market. Sizes and prices are decimals as text such as "0.015": no sign, no
exponent, no leading zeros. All markets are perpetual futures: an order can open a leveraged position, and the most that the
initial margin allows is rarely what a person means. State the notional and the margin in words before proposing.
`;

export const orderFieldsResource: McpResource = {
  uri: "svc://order-fields",
  name: "order-fields",
  title: "Fields of an Order",
  description: "What the fields of an order mean, which values they take, and which rules hold.",
  mimeType: "text/markdown",
  ttlMs: 3_600_000,
  isShared: true,
  read: async () => TEXT,
};
