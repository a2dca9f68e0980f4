/** Requests to every operation of the interface: some valid, most wrong in one place. */
import { base58 } from "@scure/base";
import { MARKET_STATUSES } from "#lib/protocol/enumerations.ts";
import type { Route } from "#services/venue/gateway/route.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import { decimalText, mutateBody, mutateText, oddText } from "./fuzz-texts.ts";
import type { Random } from "./random.ts";

/** A stream has no end to wait for. */
const ANSWERED = ROUTES.filter(({ isStream }) => !isStream);

export type FuzzRequest = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
};

/** Real credentials, which a request may have or lack. */
export type Identity = {
  account: string;
  key: string;
  operatorKey: string;
  partnerKey: string;
  readerKey: string;
  custodyKey: string;
  signer: string;
};

const METHODS: readonly [string, ...string[]] = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PATCH",
];
const SYMBOLS: readonly [string, ...string[]] = ["BTCUSDC", "ETHUSDC", "SOLUSDC", "ALL", "NONE"];
const SIGNATURE = "ab".repeat(64);
const transactionOf = (byte: number) => base58.encode(new Uint8Array(64).fill(byte));
const TRANSACTIONS = [transactionOf(1), transactionOf(2), transactionOf(3)] as const;

/** A request at `time`; `lastOrderId` is where cancels look for orders, and `withdrawal` the latest one. */
export function requestOf(
  random: Random,
  who: Identity,
  { time, lastOrderId, withdrawal }: { time: number; lastOrderId: number; withdrawal: string },
): FuzzRequest {
  const route = ANSWERED[random.below(ANSWERED.length)];
  if (route === undefined) throw new Error("there are no routes");
  const id = () => String(random.below(lastOrderId + 2));
  const segment = () =>
    random.pick([id(), who.account, who.signer, "BTCUSDC", withdrawal, oddSegment(random)]);
  const path = route.path.replace(/\{[^}]*\}/, segment);
  const body = bodyOf(route.path, { random, who, time, id });
  const hasBody = route.method !== "GET" || random.oneIn(40);
  return {
    method: random.oneIn(60) ? random.pick(METHODS) : route.method,
    target:
      (random.oneIn(60) ? mutateText(path, random) : path) + queryOf(random, route.query ?? []),
    headers: headersOf(random, who, { time, key: keyOf(route, random, who) }),
    body: hasBody ? (random.oneIn(3) ? JSON.stringify(body) : mutateBody(body, random)) : "",
  };
}

function oddSegment(random: Random): string {
  return random.oneIn(2)
    ? encodeSafely(oddText(random))
    : oddText(random).replaceAll(/[\s?#]/g, "");
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 500);
}

function queryOf(random: Random, parameters: readonly { name: string }[]): string {
  const parts: string[] = [];
  for (const { name } of parameters) {
    if (random.oneIn(2)) continue;
    const value = random.pick([
      String(random.below(2_000)),
      random.pick(SYMBOLS),
      oddSegment(random),
      "OPEN",
      "60",
    ]);
    parts.push(`${name}=${value}`);
    if (random.oneIn(40)) parts.push(`${name}=${value}`);
  }
  if (random.oneIn(40)) parts.push(oddSegment(random));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** A credential of the route, or the reader key in place of an account's. */
function keyOf({ access }: Route, random: Random, who: Identity): string {
  if (access === "operator") return who.operatorKey;
  if (access === "partner") return random.oneIn(2) ? who.operatorKey : who.partnerKey;
  if (access === "creditor" || access === "custody") return who.custodyKey;
  if (access === "custodyReader") return random.oneIn(2) ? who.custodyKey : who.readerKey;
  // Some reads accept it, every other operation of an account must refuse it.
  return random.oneIn(6) ? who.readerKey : who.key;
}

function headersOf(
  random: Random,
  who: Identity,
  { time, key }: { time: number; key: string },
): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "x-signature": SIGNATURE,
    "x-signature-timestamp": String(time - random.below(100)),
    "x-signer-pubkey": random.oneIn(10) ? who.signer : who.account,
    "x-account-pubkey": who.account,
    "x-new-signer-signature": SIGNATURE,
  };
  if (!random.oneIn(8)) return headers;
  const names = Object.keys(headers);
  const name = names[random.below(names.length)] ?? "authorization";
  if (random.oneIn(3)) delete headers[name];
  else headers[name] = mutateText(headers[name] ?? "", random).replaceAll(/[^\x20-\x7e]/g, "");
  return headers;
}

type Context = { random: Random; who: Identity; time: number; id: () => string };

/** A valid body of the operation at this path. */
function bodyOf(path: string, context: Context): Record<string, unknown> {
  const { random, who, time, id } = context;
  const market = random.pick(SYMBOLS);
  const cancel = () => ({ order_id: id(), market });
  switch (path.replace(/^\/v1\//, "")) {
    case "orders":
      return placeBody(random);
    case "orders/batch":
      return random.oneIn(2)
        ? { orders: Array.from({ length: random.below(4) }, () => placeBody(random)) }
        : { orders: Array.from({ length: random.below(4) }, cancel) };
    case "orders/batch/cancel":
      return { orders: Array.from({ length: random.below(4) }, cancel) };
    case "orders/{order_id}": {
      const { side, order_type, size, price } = placeBody(random);
      return random.oneIn(2) ? { market, side, order_type, size, price } : { market };
    }
    case "orders/schedule-cancel":
      return { time: random.oneIn(3) ? null : time + random.below(20_000) };
    case "leverage": {
      const mode = random.pick(["CROSS", "ISOLATED", oddText(random)]);
      return { market, leverage: random.between(0, 22), mode };
    }
    case "isolated-margin": {
      const amount = random.oneIn(3) ? decimalText(random) : String(random.between(-9, 9));
      return { market, amount };
    }
    case "withdrawals":
      return { amount: random.oneIn(3) ? decimalText(random) : String(random.between(1, 40)) };
    case "custody/withdrawals/{id}/sent":
      return { signature: transaction(random), last_valid_block_height: random.below(1_000) };
    case "custody/withdrawals/{id}/settled":
      return { tx_hash: transaction(random) };
    case "custody/withdrawals/{id}/returned":
      return { reason: oddText(random) };
    case "keys":
      return { label: "key", signer: random.oneIn(2) ? null : who.signer, expires_at: 0 };
    case "signers":
      return {
        signer: who.signer,
        label: "robot",
        scopes: random.below(8),
        expires_at: time + 100_000,
      };
    default:
      return operatorBody(path, context);
  }
}

function placeBody(random: Random): Record<string, unknown> {
  const isLimit = !random.oneIn(4);
  return {
    market: random.pick(SYMBOLS),
    side: random.pick(["BUY", "SELL"]),
    size: random.oneIn(5) ? decimalText(random) : (random.between(1, 900) / 1_000).toFixed(3),
    price: isLimit
      ? random.oneIn(5)
        ? decimalText(random)
        : String(random.between(58_000, 70_000))
      : null,
    order_type: isLimit ? "LIMIT" : random.pick(["MARKET", "STOP_LOSS_MARKET", "STOP_LIMIT"]),
    time_in_force: random.pick(isLimit ? ["GTC", "IOC", "FOK"] : ["IOC", "FOK"]),
    flags: random.below(4),
    ...(random.oneIn(10)
      ? { trigger_price: decimalText(random), trigger_source: random.below(2) }
      : {}),
    ...(random.oneIn(10) ? { client_id: oddText(random) } : {}),
  };
}

/** One of a few, so that what was sent can be settled. */
function transaction(random: Random): string {
  return random.pick(TRANSACTIONS);
}

function operatorBody(path: string, { random, who }: Context): Record<string, unknown> {
  const reference = `reference ${random.below(1_000)}`;
  const tx_hash = transaction(random);
  if (path.endsWith("/marks")) {
    const price = String(random.between(60_000, 68_000));
    return {
      marks: { BTCUSDC: random.oneIn(2) ? price : { price, confidence: "10" }, ETHUSDC: "3000" },
    };
  }
  if (path.endsWith("/deposits"))
    return { account: who.account, amount: "1000", reference, tx_hash };
  if (path.endsWith("/insurance")) return { amount: decimalText(random), reference, tx_hash };
  if (path.endsWith("/status")) {
    return { status: random.oneIn(3) ? random.pick(MARKET_STATUSES) : "Normal" };
  }
  if (path.endsWith("/fee-discount")) return { fee_discount_ppm: random.below(1_000_001) };
  return {};
}
