/**
 * Signs one order with the demo wallet of demo-wallet.mjs, which stands beside this file, places it at the venue and cancels it. It cannot fill: it
 * is post-only, 5 % below the mark. Needs Node 20 or later, no package, SVC_VENUE_KEY, and some USDC in the account (first-transactions.mjs):
 *
 *     node first-order.mjs http://localhost:4000
 *
 * README.md describes the bytes. clients/typescript is a client of every operation.
 */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { answerOf, demoWallet, json } from "./demo-wallet.mjs";

const MARKET = "BTCUSDC";

const u64 = (value = 0n) => Buffer.from(BigUint64Array.of(value).buffer);

function text(value = "") {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), bytes]);
}

/** BUY, LIMIT, POST_ONLY, GTC, without a trigger. */
const placement = (size = "", price = "") =>
  Buffer.concat([
    text(MARKET),
    Buffer.of(0),
    text(size),
    Buffer.of(1),
    text(price),
    Buffer.of(1, 1, 0, 0, 0),
  ]);

const cancellation = (id = "") => Buffer.concat([u64(BigInt(id)), text(MARKET)]);

/** The headers of a signed write. @param {Uint8Array} payload without its timestamp */
function signatureOf(operation = "", payload = Buffer.alloc(0)) {
  const { wallet } = demoWallet();
  const timestamp = Date.now();
  const digest = createHash("sha256")
    .update(`svc-trading:${operation}`)
    .update(wallet.bytes)
    .update(payload)
    .update(u64(BigInt(timestamp)))
    .digest("hex");
  return {
    authorization: `Bearer ${process.env.SVC_VENUE_KEY}`,
    "x-signature": wallet.sign(digest).toString("hex"),
    "x-signature-timestamp": String(timestamp),
    "x-signer-pubkey": wallet.address,
    "x-account-pubkey": wallet.address,
  };
}

/** Decimal text in billionths, and back: prices are never floating point. */
const SCALE = 1_000_000_000n;
function parse(value = "") {
  const [whole, fraction = ""] = value.split(".");
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(9, "0").slice(0, 9));
}

/** The largest multiple of `step` that is not above `value`. */
function multiple(value = 0n, step = "1") {
  const billionths = value - (value % parse(step));
  const fraction = String(billionths % SCALE)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(billionths / SCALE) : `${billionths / SCALE}.${fraction}`;
}

async function main(venueUrl = "http://127.0.0.1:4000") {
  const markets = await answerOf(`${venueUrl}/v1/markets`);
  const { price_tick, base_lot_size, min_notional } = markets.find(
    ({ symbol }) => symbol === MARKET,
  );
  const stats = await answerOf(`${venueUrl}/v1/markets/stats?market=${MARKET}`);
  const mark = parse(stats.results[0].mark_price);
  const price = multiple((mark * 95n) / 100n, price_tick);
  // Twice the least notional, in whole lots.
  const lots = (parse(min_notional) * 2n * SCALE) / mark + parse(base_lot_size);
  const size = multiple(lots, base_lot_size);
  const order = { market: MARKET, side: "BUY", size, price, order_type: "LIMIT", flags: 1 };
  const headers = signatureOf("place_order", placement(size, price));
  const placed = await answerOf(
    `${venueUrl}/v1/orders`,
    json({ ...order, time_in_force: "GTC" }, headers),
  );
  console.log(`placed ${placed.id}: ${placed.size} BTC at ${placed.price}, ${placed.status}`);
  const canceled = await answerOf(`${venueUrl}/v1/orders/${placed.id}?market=${MARKET}`, {
    method: "DELETE",
    headers: signatureOf("cancel_order", cancellation(placed.id)),
  });
  console.log(`canceled ${canceled.id}: ${canceled.status}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(process.argv[2]).catch((error) => {
    console.error(error.message, error.cause?.code ?? "");
    process.exitCode = 1;
  });
}
