/**
 * Sends every signed operation once to a venue of yours:
 *
 * VENUE_URL=http://127.0.0.1:4000 VENUE_SEED=<64 hex> node docs/api/typescript/example.ts
 *
 * The account of the seed must hold some collateral. Nothing fills: the orders rest 3 % below the mark and are
 * cancelled at the end. Needs Node 22.18 or later to run TypeScript as it is.
 */
import {
  type BatchItem,
  type PlaceOrder,
  SCOPE,
  Signer,
  VenueClient,
  VenueRefusal,
} from "./venue-client.ts";

const url = process.env["VENUE_URL"] ?? "http://127.0.0.1:4000";
const seed = process.env["VENUE_SEED"];
if (seed === undefined) throw new Error("set VENUE_SEED: 64 hex characters");

type Market = { symbol: string; price_tick: string; base_lot_size: string; min_notional: string };

/** Converts decimal text to billionths and back, so that prices are never floating point. */
const SCALE = 1_000_000_000n;
function parse(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}
function format(value: bigint): string {
  const fraction = (value % SCALE).toString().padStart(9, "0").replace(/0+$/, "");
  return fraction === "" ? String(value / SCALE) : `${value / SCALE}.${fraction}`;
}

function ids(results: BatchItem[]): string[] {
  return results.map((item) => {
    if (item.status === "error") throw new Error(`${item.error}: ${item.message}`);
    return item.order.id;
  });
}

const owner = new Signer(Buffer.from(seed, "hex"));
const client = new VenueClient({ url, signer: owner });
await client.syncClock();

const key = await client.createKey("example");
console.log(`key ${key.id} of account ${client.account}`);
const { results: accounts } = await client.read<{ results: { free_collateral: string }[] }>(
  "/v1/accounts",
);
console.log(`free collateral ${accounts[0]?.free_collateral} USDC`);

const [market] = await client.read<Market[]>("/v1/markets");
if (market === undefined) throw new Error("the venue lists no market");
const { symbol } = market;
const { results: stats } = await client.read<{ results: { mark_price: string }[] }>(
  `/v1/markets/stats?market=${symbol}`,
);
const mark = parse(stats[0]?.mark_price ?? "0");

/** A price at a percentage of the mark, on a tick. */
function priceAt(percent: bigint): string {
  const tick = parse(market?.price_tick ?? "1");
  return format(((mark * percent) / 100n / tick) * tick);
}
/** Twice the minimum notional, in whole lots. */
const lot = parse(market.base_lot_size);
const size = format(((parse(market.min_notional) * 2n * SCALE) / mark / lot + 1n) * lot);
const bid: PlaceOrder = {
  market: symbol,
  side: "BUY",
  size,
  price: priceAt(97n),
  order_type: "LIMIT",
  time_in_force: "GTC",
};

const placed = await client.placeOrder({ ...bid, flags: 1, client_id: "example-1" });
console.log(`placed ${placed.id}: ${placed.status}`);
const change = { market: symbol, side: "BUY", order_type: "LIMIT", size } as const;
const modified = await client.modifyOrder(placed.id, { ...change, price: priceAt(96n) });
console.log(`modified ${modified.id} to ${String(modified["price"])}`);

const stop: PlaceOrder = {
  market: symbol,
  side: "BUY",
  size,
  order_type: "STOP_LOSS_MARKET",
  time_in_force: "IOC",
  trigger_price: priceAt(103n),
  trigger_source: "MarkPrice",
};
const batch = ids((await client.placeOrders([bid, { ...bid, price: priceAt(95n) }, stop])).results);
console.log(`batch placed ${batch.join(" ")}`);
const two = batch.slice(0, 2).map((order_id) => ({ order_id, market: symbol }));
console.log(`batch canceled ${ids((await client.cancelOrders(two)).results).join(" ")}`);
const canceled = await client.cancelOrder(placed.id, symbol);
console.log(`canceled ${canceled.id}: ${canceled.cancel_reason}`);
console.log(`canceled all: ${ids((await client.cancelAllOrders(symbol)).results).join(" ")}`);

const { time } = await client.scheduleCancel(Date.now() + 60_000);
console.log(`all orders are canceled at ${time} unless this is renewed`);
await client.scheduleCancel(null);

const bot = new Signer();
const terms = {
  label: "bot",
  scopes: SCOPE.TRADE | SCOPE.CANCEL,
  expires_at: Date.now() + 3_600_000,
};
await client.registerSigner(bot, terms);
const delegated = await client.signedBy(bot).placeOrder(bid);
console.log(`the signer ${String(delegated["signer"])} placed ${delegated.id}`);
const revoked = await client.revokeSigner(bot.publicKey);
console.log(`signer revoked, with it ${revoked.canceled_orders.join(" ")}`);

const { results: open } = await client.orders({ status: "OPEN" });
if (open.length > 0) throw new Error(`${open.length} orders are still open`);
await client.revokeKey(key.id);
const refused = await client.read("/v1/accounts").catch((error: unknown) => error);
if (!(refused instanceof VenueRefusal)) throw new Error("a revoked key still reads");
console.log(`key revoked: ${refused.code}`);
