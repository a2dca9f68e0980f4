/**
 * Sends every signed operation but `withdraw` once to a venue of yours, from a clone of this repository:
 *
 * VENUE_URL=http://127.0.0.1:4000 npx node clients/typescript/example.ts
 *
 * It makes a new wallet, and VENUE_SEED=<64 hex> names one of yours, which must have no open orders. When the account holds too
 * little, the faucet of the simulated market (SANDBOX_URL) gives it 1,000 USDC. Nothing fills: the orders rest 3 % below the mark
 * and are cancelled at the end. It also ends what it has begun when the venue refuses something.
 *
 * `npx node` is the Node that `npm ci` has installed; outside a clone, Node 22.18 or later runs TypeScript as it is.
 */
import {
  type BatchItem,
  type PlaceOrder,
  SCOPE,
  Signer,
  VenueClient,
  VenueRefusal,
} from "./src/venue-client.ts";

const {
  VENUE_URL = "http://127.0.0.1:4000",
  SANDBOX_URL = "http://127.0.0.1:4100",
  VENUE_SEED,
} = process.env;
/** The orders below take about 5 USDC of margin. */
const ENOUGH_USDC = "20";

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

function wallet(): Signer {
  if (VENUE_SEED === undefined) return new Signer();
  if (!/^[0-9a-f]{64}$/i.test(VENUE_SEED)) fail("VENUE_SEED must be 64 hex characters");
  return new Signer(Buffer.from(VENUE_SEED, "hex"));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function freeCollateral(): Promise<string> {
  type Accounts = { results: { free_collateral: string }[] };
  const { results } = await client.read<Accounts>("/v1/accounts");
  return results[0]?.free_collateral ?? "0";
}

/** Only a simulated market has one. */
async function faucet(): Promise<void> {
  const url = `${SANDBOX_URL}/faucet`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: client.account, amount: "1000" }),
  }).catch(() => undefined);
  if (answer?.ok !== true) {
    throw new Error(
      `${client.account} has less than ${ENOUGH_USDC} USDC, and ${url} gave nothing (${answer?.status ?? "no answer"}): ` +
        "deposit some, or set SANDBOX_URL to the address that npm start prints",
    );
  }
  console.log("the faucet gave 1000 USDC");
}

async function prepare(): Promise<void> {
  const { results: open } = await client.orders({ status: "OPEN" });
  if (open.length > 0) {
    throw new Error(`${client.account} has open orders, which this example would cancel`);
  }
  const free = await freeCollateral();
  // A loss makes it negative.
  if (free.startsWith("-") || parse(free) < parse(ENOUGH_USDC)) await faucet();
  console.log(`free collateral ${await freeCollateral()} USDC`);
}

/** The orders of the example in the venue's first market. */
async function terms(): Promise<{
  bid: PlaceOrder;
  stop: PlaceOrder;
  below: (percent: bigint) => string;
}> {
  const [market] = await client.read<Market[]>("/v1/markets");
  if (market === undefined) throw new Error("the venue lists no market");
  const { results: stats } = await client.read<{ results: { mark_price: string | null }[] }>(
    `/v1/markets/stats?market=${market.symbol}`,
  );
  const mark = parse(stats[0]?.mark_price ?? "0");
  if (mark === 0n) throw new Error(`${market.symbol} has no mark yet: try again in a moment`);
  const [tick, lot] = [parse(market.price_tick), parse(market.base_lot_size)];
  /** A price at a percentage of the mark, on a tick. */
  const priceAt = (percent: bigint) => format(((mark * percent) / 100n / tick) * tick);
  // Twice the minimum notional, in whole lots.
  const size = format(((parse(market.min_notional) * 2n * SCALE) / mark / lot + 1n) * lot);
  const both = { market: market.symbol, side: "BUY", size } as const;
  const bid: PlaceOrder = {
    ...both,
    price: priceAt(97n),
    order_type: "LIMIT",
    time_in_force: "GTC",
  };
  const stop: PlaceOrder = {
    ...both,
    order_type: "STOP_LOSS_MARKET",
    time_in_force: "IOC",
    trigger_price: priceAt(103n),
    trigger_source: "MarkPrice",
  };
  return { bid, stop, below: priceAt };
}

async function sendEverything(bot: Signer): Promise<void> {
  const { bid, stop, below } = await terms();
  const { market: symbol, side, order_type, size } = bid;
  const placed = await client.placeOrder({ ...bid, flags: 1 });
  console.log(`placed ${placed.id}: ${placed.status}`);
  const change = { market: symbol, side, order_type, size };
  const modified = await client.modifyOrder(placed.id, { ...change, price: below(96n) });
  console.log(`modified ${modified.id} to ${String(modified["price"])}`);

  // Another name for each run: a name is taken for a day.
  const client_id = `example-${Date.now()}`;
  const named = await client.placeOrderOnce({ ...bid, client_id });
  console.log(`placed ${named.id} as ${client_id}`);
  console.log(`canceled ${(await client.cancelByClientId(client_id)).id} by its client_id`);

  const batch = ids((await client.placeOrders([bid, { ...bid, price: below(95n) }, stop])).results);
  console.log(`batch placed ${batch.join(" ")}`);
  const two = batch.slice(0, 2).map((order_id) => ({ order_id, market: symbol }));
  console.log(`batch canceled ${ids((await client.cancelOrders(two)).results).join(" ")}`);
  const canceled = await client.cancelOrder(placed.id, symbol);
  console.log(`canceled ${canceled.id}: ${canceled.cancel_reason}`);
  console.log(`canceled all: ${ids((await client.cancelAllOrders(symbol)).results).join(" ")}`);

  const { time } = await client.scheduleCancel(Date.now() + 60_000);
  console.log(`all orders are canceled at ${time} unless this is renewed`);
  await client.scheduleCancel(null);

  const scopes = SCOPE.TRADE | SCOPE.CANCEL;
  await client.registerSigner(bot, { label: "bot", scopes, expires_at: Date.now() + 3_600_000 });
  const delegated = await client.signedBy(bot).placeOrder(bid);
  console.log(`the signer ${String(delegated["signer"])} placed ${delegated.id}`);
  const revoked = await client.revokeSigner(bot.publicKey);
  console.log(`signer revoked, with it ${revoked.canceled_orders.join(" ")}`);

  const { results: open } = await client.orders({ status: "OPEN" });
  if (open.length > 0) throw new Error(`${open.length} orders are still open`);
}

/** After a refusal: no order, signer or key of this example stays. */
async function cleanUp(keyId: string, bot: Signer): Promise<void> {
  for (const undo of [
    () => client.scheduleCancel(null),
    () => client.cancelAllOrders(),
    () => client.revokeSigner(bot.publicKey),
    () => client.revokeKey(keyId),
  ]) {
    await undo().catch(() => undefined); // never begun, or the venue is gone
  }
}

async function main(): Promise<void> {
  await client.syncClock().catch((error: unknown) => {
    throw new Error(`${VENUE_URL} does not answer as a venue (${String(error)})`);
  });
  const key = await client.createKey("example");
  console.log(`key ${key.id} of account ${client.account}`);
  const bot = new Signer();
  let prepared = false;
  try {
    await prepare();
    prepared = true;
    await sendEverything(bot);
  } catch (error) {
    if (prepared) await cleanUp(key.id, bot);
    else await client.revokeKey(key.id);
    throw error;
  }
  await client.revokeKey(key.id);
  const refused = await client.read("/v1/accounts").catch((error: unknown) => error);
  if (!(refused instanceof VenueRefusal)) throw new Error("a revoked key still reads");
  console.log(`key revoked: ${refused.code}`);
}

const client = new VenueClient({ url: VENUE_URL, signer: wallet() });
await main().catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
);
