/**
 * The exchange class of docs/api/ccxt on the published package: every method that it declares is called on the running venue, errors
 * become those of CCXT, and the example of its page runs as it is shown.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Outside, PROGRAMS } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { blocksOf } from "#e2e/outside/snippets/blocks.ts";
import { requestOf, Wallet } from "#lib/kernel/wallet.ts";
import { fundAccount } from "#scripts/dev/clients/app-trader.ts";

const DOCS = fileURLToPath(new URL("../../../docs/api/ccxt/", import.meta.url));
const SYMBOL = "BTC/USDC:USDC";
const HOUR_MS = 3_600_000;
/** Flags that are no methods. */
const KINDS = new Set(["publicAPI", "privateAPI", "swap"]);
/** What a developer who knows CCXT writes to place, find and cancel an order. */
const MAX_EXAMPLE_LINES = 20;

type Order = { id: string; clientOrderId?: string; status: string; [field: string]: unknown };
type Exchange = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  has: Record<string, unknown>;
};
type Trader = { exchange: Exchange; seed: string; key: string };

export async function runCcxt(outside: Outside): Promise<string> {
  const { folder } = outside;
  copyFileSync(join(DOCS, "svc.mjs"), join(folder, "svc.mjs"));
  symlinkSync(fileURLToPath(PROGRAMS), join(folder, "node_modules"), "junction");
  const { exchange, seed, key } = await openTrader(outside);
  const called = new Set<string>();
  const call = async (name: string, ...args: unknown[]): Promise<unknown> => {
    called.add(name);
    const method = exchange[name];
    assert.ok(method, `there is no ${name}`);
    return method.apply(exchange, args);
  };
  await readMarkets(call);
  await tradeAndRead(call);
  await moveMoney(call);
  await withWrongClock(exchange);
  const errors = await refusals(call);
  const declared = Object.entries(exchange.has).flatMap(([name, value]) =>
    (value === true || value === "emulated") && !KINDS.has(name) ? [name] : [],
  );
  assert.deepEqual(
    declared.filter((name) => !called.has(name)),
    [],
    "methods that are declared and were not called",
  );
  const lines = await runExample(outside, { seed, key });
  return `${declared.length} methods, ${errors} errors, an example of ${lines} lines`;
}

type Call = (name: string, ...args: unknown[]) => Promise<unknown>;

/** A new account with a key and simulated USDC. */
async function openTrader({ venue, sandbox, folder }: Outside): Promise<Trader> {
  const seed = randomBytes(32);
  const wallet = new Wallet(seed);
  const made = await fetch(`${venue}/v1/keys`, requestOf(wallet.createKey("ccxt", Date.now())));
  const { key } = (await made.json()) as { key: string };
  await fundAccount(sandbox, wallet.address, "10000");
  const address = pathToFileURL(join(folder, "svc.mjs")).href;
  const { default: Svc } = (await import(address)) as { default: new (terms: object) => Exchange };
  const privateKey = seed.toString("hex");
  const exchange = new Svc({ apiKey: key, privateKey, urls: { api: venue } });
  return { exchange, seed: privateKey, key };
}

async function readMarkets(call: Call): Promise<void> {
  const now = Number(await call("fetchTime"));
  assert.ok(Math.abs(now - Date.now()) < 60_000, `the venue's clock says ${now}`);
  const markets = (await call("fetchMarkets")) as { symbol: string; swap: boolean }[];
  assert.ok(markets.some(({ symbol, swap }) => symbol === SYMBOL && swap));
  const ticker = (await call("fetchTicker", SYMBOL)) as Record<string, number>;
  for (const field of ["open", "high", "low", "bid", "ask", "markPrice"]) {
    assert.equal(typeof ticker[field], "number", `the ticker has no ${field}`);
  }
  assert.ok((ticker["low"] ?? 0) <= (ticker["markPrice"] ?? 0), "the mark is below its low");
  assert.ok((ticker["high"] ?? 0) >= (ticker["markPrice"] ?? 0), "the mark is above its high");
  assert.ok(SYMBOL in ((await call("fetchTickers")) as object));
  assert.ok(SYMBOL in ((await call("fetchMarkPrices", [SYMBOL])) as object));
  const mark = (await call("fetchMarkPrice", SYMBOL)) as { markPrice: number };
  assert.ok(mark.markPrice > 0);
  const book = (await call("fetchOrderBook", SYMBOL, 5)) as {
    bids: number[][];
    asks: number[][];
    nonce: number;
    timestamp: number;
  };
  assert.ok((book.bids[0]?.[0] ?? 0) < (book.asks[0]?.[0] ?? 0), "the book is crossed");
  assert.ok(book.nonce > 0 && book.timestamp > 0 && book.bids.length <= 5);
  await call("fetchL2OrderBook", SYMBOL, 5);
  const rate = (await call("fetchFundingRate", SYMBOL)) as Record<string, unknown>;
  assert.equal(rate["interval"], "8h");
  assert.ok(Number(rate["nextFundingTimestamp"]) > now - HOUR_MS);
  assert.ok(SYMBOL in ((await call("fetchFundingRates")) as object));
  for (const name of ["fetchFundingRateHistory", "fetchOpenInterestHistory"]) {
    const hour = name === "fetchOpenInterestHistory" ? ["1h"] : [];
    assert.ok(Array.isArray(await call(name, SYMBOL, ...hour, now - 24 * HOUR_MS, 24)));
  }
  const interest = (await call("fetchOpenInterest", SYMBOL)) as { openInterestAmount: number };
  assert.ok(interest.openInterestAmount >= 0);
}

async function tradeAndRead(call: Call): Promise<void> {
  const since = Number(await call("fetchTime"));
  const { markPrice } = (await call("fetchMarkPrice", SYMBOL)) as { markPrice: number };
  const order = async (name: string, ...args: unknown[]) => (await call(name, ...args)) as Order;
  const low = markPrice * 0.97;
  const high = markPrice * 1.03;

  const named = { clientOrderId: "mine-1", postOnly: true };
  const first = await order("createOrder", SYMBOL, "limit", "buy", "0.01", low, named);
  assert.deepEqual(
    [first.status, first.clientOrderId, first["postOnly"]],
    ["open", "mine-1", true],
  );
  const found = await order("fetchOrderWithClientOrderId", "mine-1", SYMBOL);
  assert.equal(found.id, first.id);
  assert.equal((await order("fetchOrder", first.id, SYMBOL))["amount"], 0.01);
  const edited = await order("editOrder", first.id, SYMBOL, "limit", "buy", 0.02, low);
  assert.deepEqual([edited.id, edited["amount"]], [first.id, 0.02]);
  const open = (await call("fetchOpenOrders", SYMBOL)) as Order[];
  assert.deepEqual(
    open.map(({ id }) => id),
    [first.id],
  );
  assert.equal((await order("cancelOrderWithClientOrderId", "mine-1")).status, "canceled");

  const bought = await order("createMarketOrder", SYMBOL, "buy", 0.02);
  assert.deepEqual([bought.status, bought["filled"]], ["closed", 0.02]);
  const positions = (await call("fetchPositions")) as { symbol: string; side: string }[];
  assert.deepEqual(
    positions.map(({ symbol, side }) => [symbol, side]),
    [[SYMBOL, "long"]],
  );
  const position = (await call("fetchPosition", SYMBOL)) as { contracts: number };
  assert.equal(position.contracts, 0.02);
  const fills = (await call("fetchMyTrades", SYMBOL, since)) as { amount: number; order: string }[];
  assert.equal(fills.reduce((sum, { amount }) => sum + amount, 0).toFixed(5), "0.02000");
  const own = (await call("fetchOrderTrades", bought.id, SYMBOL)) as unknown[];
  assert.equal(own.length, fills.length);
  assert.ok(((await call("fetchTrades", SYMBOL, since)) as unknown[]).length > 0);
  assert.ok(((await call("fetchOHLCV", SYMBOL, "1m", since - 60_000, 5)) as unknown[]).length > 0);

  const trigger = markPrice * 0.9;
  const target = markPrice * 1.1;
  await order("createLimitOrder", SYMBOL, "buy", 0.01, low);
  await order("createPostOnlyOrder", SYMBOL, "limit", "buy", 0.01, low);
  await order("createReduceOnlyOrder", SYMBOL, "limit", "sell", 0.01, high);
  await order("createTriggerOrder", SYMBOL, "market", "sell", 0.01, undefined, trigger);
  const stop = await order(
    "createStopLossOrder",
    SYMBOL,
    "market",
    "sell",
    0.01,
    undefined,
    trigger,
  );
  assert.ok(stop["reduceOnly"] === true && typeof stop["stopLossPrice"] === "number");
  await order("createTakeProfitOrder", SYMBOL, "market", "sell", 0.01, undefined, target);
  const entry = [SYMBOL, "limit", "buy", 0.01, low, target, trigger];
  await order("createOrderWithTakeProfitAndStopLoss", ...entry);
  const batch = (await call("createOrders", [
    { symbol: SYMBOL, type: "limit", side: "buy", amount: 0.01, price: low },
    { symbol: SYMBOL, type: "limit", side: "buy", amount: 1_000, price: low },
  ])) as Order[];
  assert.deepEqual(
    batch.map(({ status }) => status),
    ["open", "rejected"],
  );
  const some = (await call("cancelOrders", [batch[0]?.id, "1"], SYMBOL)) as Order[];
  assert.deepEqual(
    some.map(({ status }) => status),
    ["canceled", "rejected"],
  );
  await call("cancelAllOrdersAfter", 60_000);
  await call("cancelAllOrdersAfter", 0);
  assert.equal(((await call("cancelAllOrders", SYMBOL)) as Order[]).length, 9);
  assert.equal((await order("closePosition", SYMBOL)).status, "closed");
  const last = await order("createOrder", SYMBOL, "limit", "sell", 0.01, high);
  assert.equal((await order("cancelOrder", last.id)).status, "canceled");

  const all = (await call("fetchOrders", SYMBOL, since)) as Order[];
  const closed = (await call("fetchClosedOrders", SYMBOL, since)) as Order[];
  assert.equal(all.length, closed.length);
  const canceled = (await call("fetchCanceledOrders", SYMBOL, since)) as Order[];
  assert.equal(closed.length - canceled.length, 2, "the two market orders are not canceled");
  assert.ok(Array.isArray(await call("fetchFundingHistory", SYMBOL, since)));
  const fees = (await call("fetchTradingFees")) as Record<string, { taker: number }>;
  const fee = (await call("fetchTradingFee", SYMBOL)) as { taker: number };
  assert.equal(fee.taker, fees[SYMBOL]?.taker);
}

/** A clock of the machine that is a minute off. */
async function withWrongClock(exchange: Exchange): Promise<void> {
  const options = exchange["options"] as unknown as Record<string, unknown>;
  const now = exchange["milliseconds"];
  exchange["milliseconds"] = (() => Date.now() + 60_000) as never;
  const cancel = (): unknown => exchange["cancelAllOrders"]?.(SYMBOL);
  await assert.rejects(async () => cancel(), { name: "InvalidNonce" });
  options["adjustForTimeDifference"] = true;
  await exchange["loadMarkets"]?.(true);
  assert.deepEqual(await cancel(), []);
  Object.assign(exchange, { milliseconds: now });
  Object.assign(options, { adjustForTimeDifference: false, timeDifference: 0 });
}

async function moveMoney(call: Call): Promise<void> {
  const balance = (await call("fetchBalance")) as Record<string, Record<string, number>>;
  assert.ok((balance["USDC"]?.["free"] ?? 0) > 9_000);
  const deposits = (await call("fetchDeposits", "USDC")) as { amount: number; status: string }[];
  assert.deepEqual(
    deposits.map(({ amount, status }) => [amount, status]),
    [[10_000, "ok"]],
  );
  const sent = (await call("withdraw", "USDC", "5")) as { id: string; type: string };
  const withdrawals = (await call("fetchWithdrawals", "USDC")) as { id: string }[];
  assert.deepEqual(
    withdrawals.map(({ id }) => id),
    [sent.id],
  );
  assert.equal(((await call("fetchDepositsWithdrawals")) as unknown[]).length, 2);
}

/** @returns how many refusals were those of CCXT */
async function refusals(call: Call): Promise<number> {
  const { markPrice } = (await call("fetchMarkPrice", SYMBOL)) as { markPrice: number };
  const buy = (amount: unknown, price: number, terms = {}) =>
    call("createOrder", SYMBOL, "limit", "buy", amount, price, terms);
  const named = { clientOrderId: "twice" };
  await buy(0.01, markPrice * 0.97, named);
  const wanted: [name: string, run: () => Promise<unknown>][] = [
    ["DuplicateOrderId", () => buy(0.01, markPrice * 0.97, named)],
    ["InsufficientFunds", () => buy(1_000, markPrice)],
    ["InvalidOrder", () => buy(0.00001, markPrice)],
    ["OrderImmediatelyFillable", () => buy(0.01, markPrice * 1.02, { postOnly: true })],
    ["OrderNotFound", () => call("fetchOrder", "1", SYMBOL)],
    ["OrderNotFound", () => call("fetchOrderWithClientOrderId", "never", SYMBOL)],
    ["OrderNotFound", () => call("cancelOrder", "1", SYMBOL)],
    ["BadRequest", () => buy(0.01, markPrice * 0.97, { no_such_term: 1 })],
    ["BadSymbol", () => call("fetchTicker", "NO/USDC:USDC")],
    ["InvalidOrder", () => buy(0.01, markPrice * 0.97, { reduceOnly: "true" })],
    [
      "InvalidOrder",
      () => buy(0.01, markPrice * 0.97, { stopLoss: { triggerPrice: 1, price: 1 } }),
    ],
    ["ArgumentsRequired", () => buy(0.01, markPrice * 0.97, { takeProfit: {} })],
    ["InsufficientFunds", () => call("withdraw", "USDC", "1000000")],
    ["InvalidAddress", () => call("withdraw", "USDC", "5", "11111111111111111111111111111111")],
  ];
  for (const [name, run] of wanted) {
    const thrown = await run().then(
      () => undefined,
      (error: Error) => error,
    );
    assert.equal(thrown?.constructor.name, name, thrown?.message ?? `nothing was refused: ${name}`);
  }
  await call("cancelAllOrders");
  return wanted.length;
}

/** @returns the lines of the example of the page */
async function runExample(
  { venue, folder, log }: Outside,
  { seed, key }: { seed: string; key: string },
): Promise<number> {
  const blocks = blocksOf("ccxt.md", readFileSync(`${DOCS.replace(/\/$/, "")}.md`, "utf8"));
  const example = blocks.find(({ language }) => language === "ts")?.text ?? "";
  const lines = example.trim().split("\n").length;
  assert.ok(example.includes("fetchOrderWithClientOrderId") && lines < MAX_EXAMPLE_LINES);
  writeFileSync(join(folder, "example.mjs"), example.replace("{venue_url}", venue));
  const env = { SVC_VENUE_KEY: key, SVC_WALLET_SEED: seed };
  const program = new Program(process.execPath, ["example.mjs"], { cwd: folder, env, log });
  assert.match(await program.succeeds(), /^open .*\ncanceled\n$/);
  return lines;
}
