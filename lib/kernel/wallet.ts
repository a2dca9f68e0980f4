/** An Ed25519 wallet outside a browser: it signs writes to the venue as every client does (docs/api/README.md). */
import { createHash, type KeyObject, sign } from "node:crypto";
import { groupOrderFields, type OrderGroupBody } from "#lib/protocol/orders/groups.ts";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  encodeCancelOrder,
  encodeCreateApiKey,
  encodePlaceBatchOrders,
  encodePlaceOrder,
  encodePlaceOrderGroup,
  encodePublicKey,
  encodeWithdraw,
  SIGNATURE_HEADER,
  type SigningOperation,
  signingPreimage,
  type WithdrawFields,
} from "#lib/protocol/signing/signing.ts";
import { privateKeyObject, publicKeyBytes } from "./ed25519.ts";

/** A request without its credential: the venue wants an API key beside the signature. */
export type SignedWrite = {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  headers: Record<string, string>;
  body?: unknown;
};

/** What `fetch` sends, with this API key. */
export function requestOf({ method, headers, body = null }: SignedWrite, apiKey?: string) {
  const credential: Record<string, string> =
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    method,
    headers: { ...headers, ...credential },
    body: body === null ? null : JSON.stringify(body),
  };
}

type Account = Pick<Wallet, "address" | "publicKey">;

export class Wallet {
  /** The base58 public key. */
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly #key: KeyObject;
  #lastTimestamp = 0;

  /** @param seed 32 bytes */
  constructor(seed: Uint8Array) {
    this.#key = privateKeyObject(seed);
    this.publicKey = publicKeyBytes(this.#key);
    this.address = encodePublicKey(this.publicKey);
  }

  static ofHex(seed: string): Wallet {
    return new Wallet(Buffer.from(seed, "hex"));
  }

  /** `now`, or the next free millisecond: two equal orders must not be the same signed bytes. */
  timestamp(now: number): number {
    this.#lastTimestamp = Math.max(now, this.#lastTimestamp + 1);
    return this.#lastTimestamp;
  }

  sign(message: string | Uint8Array): Buffer {
    return sign(null, Buffer.from(message), this.#key);
  }

  /** The text that is signed, in hex. @param account the public key of the account that the write is for */
  digest(operation: SigningOperation, payload: Uint8Array, account = this.publicKey): string {
    const preimage = signingPreimage(operation, account, payload);
    return createHash("sha256").update(preimage).digest("hex");
  }

  /** The headers of a payload that ends with `timestamp`; for another account when this is its delegated signer. */
  headers(
    operation: SigningOperation,
    payload: Uint8Array,
    timestamp: number,
    account: Account = this,
  ): Record<string, string> {
    const signature = this.sign(this.digest(operation, payload, account.publicKey));
    return {
      "content-type": "application/json",
      [SIGNATURE_HEADER.signature]: signature.toString("hex"),
      [SIGNATURE_HEADER.timestamp]: String(timestamp),
      [SIGNATURE_HEADER.signer]: this.address,
      [SIGNATURE_HEADER.account]: account.address,
    };
  }

  place(body: PlaceOrderBody, timestamp: number, account: Account = this): SignedWrite {
    const payload = encodePlaceOrder(placeOrderFields(body), BigInt(timestamp));
    const headers = this.headers("place_order", payload, timestamp, account);
    return { method: "POST", path: "/v1/orders", headers, body };
  }

  placeBatch(orders: readonly PlaceOrderBody[], timestamp: number): SignedWrite {
    const payload = encodePlaceBatchOrders(orders.map(placeOrderFields), BigInt(timestamp));
    const headers = this.headers("place_batch_orders", payload, timestamp);
    return { method: "POST", path: "/v1/orders/batch", headers, body: { orders } };
  }

  placeGroup({ grouping, orders }: OrderGroupBody, timestamp: number): SignedWrite {
    const fields = { grouping, orders: orders.map(groupOrderFields) };
    const payload = encodePlaceOrderGroup(fields, BigInt(timestamp));
    const headers = this.headers("place_order_group", payload, timestamp);
    return { method: "POST", path: "/v1/orders/group", headers, body: { grouping, orders } };
  }

  cancel(id: string, market: string, timestamp: number): SignedWrite {
    const payload = encodeCancelOrder({ order_id: BigInt(id), market }, BigInt(timestamp));
    const headers = this.headers("cancel_order", payload, timestamp);
    return { method: "DELETE", path: `/v1/orders/${id}`, headers, body: { market } };
  }

  withdraw(fields: WithdrawFields, timestamp: number): SignedWrite {
    const headers = this.headers("withdraw", encodeWithdraw(fields, BigInt(timestamp)), timestamp);
    return { method: "POST", path: "/v1/withdrawals", headers, body: fields };
  }

  /** @param expiresAt Unix milliseconds; 0 is never */
  createKey(label: string, timestamp: number, expiresAt = 0): SignedWrite {
    const fields = { label, signer: null, expires_at: BigInt(expiresAt) };
    const payload = encodeCreateApiKey(fields, BigInt(timestamp));
    const headers = this.headers("create_api_key", payload, timestamp);
    const body = { label, signer: null, expires_at: expiresAt };
    return { method: "POST", path: "/v1/keys", headers, body };
  }
}
