/** Signs the requests of funded traders as a client does. */
import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Side } from "#lib/protocol/enumerations.ts";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  encodeCancelOrder,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing/signing.ts";
import { requestBytes } from "./_load.ts";

export type LoadTrader = { address: string; publicKey: string; seed: string; key: string };

const MARKET = "BTCUSDC";
const SIZE = "0.001";
const PRICE = 64_000;
/**
 * The venue accepts timestamps of the last 30 seconds, so requests that are signed ahead of a run stay
 * valid until its end.
 */
const TIMESTAMPS_BACK_MS = 5_000;

type Signer = LoadTrader & { privateKey: KeyObject; lastTimestamp: number };

export class TraderLoad {
  private readonly signers: Signer[];
  /** Resting orders that can be cancelled, each with its owner. */
  private resting: { id: string; signer: Signer }[] = [];
  private turn = 0;

  constructor(traders: LoadTrader[]) {
    this.signers = traders.map(signerOf);
  }

  /** Every second trader sells and rests; the others buy what these offer. `batch` 1: single orders. */
  trades(count: number, batch: number): Buffer[] {
    return Array.from({ length: count }, (_, index) => {
      const body = index % 2 === 0 ? orderBody("SELL", PRICE) : takerBody("BUY", PRICE);
      return batch === 1 ? this.place(this.next(), body) : this.placeBatch(body, batch);
    });
  }

  /** Half orders, most of which rest while a few trade; half cancels of earlier resting orders. */
  ordersAndCancels(count: number): Buffer[] {
    const cancels = this.resting
      .splice(0, count >> 1)
      .map(({ id, signer }) => cancelOf(id, signer));
    const orders = Array.from({ length: count - cancels.length }, (_, index) => {
      const away = 1 + (index % 200);
      const side = index % 2 === 0 ? "SELL" : "BUY";
      const price = side === "SELL" ? PRICE + away : PRICE - away;
      const body = index % 20 === 0 ? takerBody(side, 0) : orderBody(side, price);
      return this.place(this.next(), body);
    });
    return [...orders, ...cancels];
  }

  /** Records the resting orders. */
  answered(text: string): void {
    if (!text.includes('"status":"OPEN"')) return;
    const id = /"id":"(\d+)"/.exec(text)?.[1];
    const account = /"account":"(\w+)"/.exec(text)?.[1];
    const signer = this.signers.find(({ address }) => address === account);
    if (id !== undefined && signer !== undefined) this.resting.push({ id, signer });
  }

  private next(): Signer {
    this.turn += 1;
    const signer = this.signers[this.turn % this.signers.length];
    if (signer === undefined) throw new Error("a load needs traders");
    return signer;
  }

  private place(signer: Signer, body: PlaceOrderBody): Buffer {
    const timestamp = timestampOf(signer);
    const payload = encodePlaceOrder(placeOrderFields(body), BigInt(timestamp));
    const headers = signedHeaders(signer, "place_order", payload, timestamp);
    return requestBytes("POST /v1/orders", headers, JSON.stringify(body));
  }

  private placeBatch(body: PlaceOrderBody, batch: number): Buffer {
    const signer = this.next();
    const timestamp = timestampOf(signer);
    const orders = Array.from({ length: batch }, () => placeOrderFields(body));
    const payload = encodePlaceBatchOrders(orders, BigInt(timestamp));
    const headers = signedHeaders(signer, "place_batch_orders", payload, timestamp);
    const text = JSON.stringify({ orders: Array.from({ length: batch }, () => body) });
    return requestBytes("POST /v1/orders/batch", headers, text);
  }
}

function cancelOf(id: string, signer: Signer): Buffer {
  const timestamp = timestampOf(signer);
  const payload = encodeCancelOrder({ order_id: BigInt(id), market: MARKET }, BigInt(timestamp));
  const headers = signedHeaders(signer, "cancel_order", payload, timestamp);
  return requestBytes(`DELETE /v1/orders/${id}`, headers, JSON.stringify({ market: MARKET }));
}

function signerOf(trader: LoadTrader): Signer {
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([prefix, Buffer.from(trader.seed, "hex")]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { ...trader, privateKey, lastTimestamp: 0 };
}

/** Each write of a signer gets its own timestamp, because signed bytes have to be distinct. */
function timestampOf(signer: Signer): number {
  const oldest = Date.now() - TIMESTAMPS_BACK_MS;
  signer.lastTimestamp = Math.max(signer.lastTimestamp + 1, oldest);
  return signer.lastTimestamp;
}

function orderBody(side: Side, price: number): PlaceOrderBody {
  const terms = { order_type: "LIMIT", time_in_force: "GTC" } as const;
  return { market: MARKET, side, size: SIZE, price: String(price), ...terms };
}

/** A limit price, or any price when `price` is 0. */
function takerBody(side: Side, price: number): PlaceOrderBody {
  const terms = { time_in_force: "IOC" } as const;
  if (price === 0) return { market: MARKET, side, size: SIZE, order_type: "MARKET", ...terms };
  return { ...orderBody(side, price), ...terms };
}

function signedHeaders(
  signer: Signer,
  operation: SigningOperation,
  payload: Uint8Array,
  timestamp: number,
): Record<string, string> {
  const account = Buffer.from(signer.publicKey, "hex");
  const preimage = signingPreimage(operation, account, payload);
  const digest = createHash("sha256").update(preimage).digest("hex");
  return {
    authorization: `Bearer ${signer.key}`,
    "content-type": "application/json",
    "x-signature": sign(null, Buffer.from(digest), signer.privateKey).toString("hex"),
    "x-signature-timestamp": String(timestamp),
    "x-signer-pubkey": signer.address,
    "x-account-pubkey": signer.address,
  };
}
