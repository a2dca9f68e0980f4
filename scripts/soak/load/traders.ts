/** Wallets that trade through the app: each with a session, a venue key and money. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type PlaceOrderBody, placeOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  encodeCancelOrder,
  encodeCreateApiKey,
  encodePlaceOrder,
  encodeWithdraw,
  type SigningOperation,
} from "#lib/protocol/signing/signing.ts";
import { StatsList } from "#lib/protocol/wire/market.ts";
import { AppVisitor } from "#scripts/checks/wallet-session.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";
import { answered } from "./tally.ts";

const MARKET = "BTCUSDC";
const SIZE = "0.001";
const FUNDS = "10000";
const DEPOSIT = "3";
const WITHDRAWAL = "2";
/** Below the mark, so that the order rests. */
const RESTING_SHARE = 0.97;

const Placed = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

export type Places = { app: string; venue: string; sandbox: string };

type Write = {
  operation: SigningOperation;
  method: "POST" | "DELETE";
  path: string;
  body: object;
  status: number;
  payload: (timestamp: bigint) => Uint8Array;
};

export class Trader {
  readonly visitor: AppVisitor;
  readonly #wallet: Wallet;
  readonly #venue: string;
  readonly #sandbox: string;
  #isLong = false;

  private constructor(visitor: AppVisitor, wallet: Wallet, places: Places) {
    this.visitor = visitor;
    this.#wallet = wallet;
    this.#venue = places.venue;
    this.#sandbox = places.sandbox;
  }

  /** A new wallet, ready to trade. @throws Error when a step is refused */
  static async prepared(places: Places): Promise<Trader> {
    const seed = randomBytes(32);
    const wallet = new Wallet(seed);
    const visitor = new AppVisitor(places.app);
    await visitor.signIn({ seed: seed.toString("hex"), address: wallet.address });
    const trader = new Trader(visitor, wallet, places);
    await trader.#write({
      operation: "create_api_key",
      method: "POST",
      path: "/api/venue/key",
      body: { label: "soak", signer: null, expires_at: 0 },
      status: 201,
      payload: (at) => encodeCreateApiKey({ label: "soak", signer: null, expires_at: 0n }, at),
    });
    await fund(places.sandbox, wallet.address, FUNDS);
    return trader;
  }

  /** Places an order that rests, and cancels it. */
  async rest(): Promise<void> {
    const price = ((await this.#mark()) * RESTING_SHARE).toFixed(0);
    const order = {
      market: MARKET,
      side: "BUY",
      size: SIZE,
      price,
      order_type: "LIMIT",
      time_in_force: "GTC",
    } as const;
    const { id } = await this.#place(order);
    await this.#write({
      operation: "cancel_order",
      method: "DELETE",
      path: `/api/venue/orders/${id}`,
      body: { market: MARKET },
      status: 200,
      payload: (at) => encodeCancelOrder({ order_id: BigInt(id), market: MARKET }, at),
    });
  }

  /** Opens a position or closes it, in turn. */
  async trade(): Promise<void> {
    const side = this.#isLong ? "SELL" : "BUY";
    await this.#place({
      market: MARKET,
      side,
      size: SIZE,
      order_type: "MARKET",
      time_in_force: "IOC",
    });
    this.#isLong = !this.#isLong;
  }

  /** Money enters by the chain, and some of it leaves. */
  async transfer(): Promise<void> {
    await fund(this.#sandbox, this.#wallet.address, DEPOSIT);
    await this.#write({
      operation: "withdraw",
      method: "POST",
      path: "/api/venue/withdrawals",
      body: { amount: WITHDRAWAL },
      status: 201,
      payload: (at) => encodeWithdraw({ amount: WITHDRAWAL }, at),
    });
  }

  async #place(body: PlaceOrderBody): Promise<{ id: string }> {
    const text = await this.#write({
      operation: "place_order",
      method: "POST",
      path: "/api/venue/orders",
      body,
      status: 201,
      payload: (at) => encodePlaceOrder(placeOrderFields(body), at),
    });
    return Placed.parse(JSON.parse(text));
  }

  async #write({ operation, method, path, body, status, payload }: Write): Promise<string> {
    const timestamp = this.#wallet.timestamp(Date.now());
    const signature = this.#wallet.sign(operation, payload(BigInt(timestamp)), timestamp);
    const response = await this.visitor.request(path, {
      method,
      headers: { "content-type": "application/json", ...signature },
      body: JSON.stringify(body),
    });
    return answered(response, `${operation} ${method}`, status);
  }

  async #mark(): Promise<number> {
    const path = `/v1/markets/stats?market=${MARKET}`;
    const response = await fetch(`${this.#venue}${path}`);
    const { results } = StatsList.parse(JSON.parse(await answered(response, path)));
    return Number(results.find(({ symbol }) => symbol === MARKET)?.mark_price);
  }
}

/** Gives an account simulated USDC. @throws Error when the faucet refuses */
export async function fund(sandbox: string, account: string, amount: string): Promise<void> {
  const response = await fetch(`${sandbox}/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account, amount }),
  });
  await answered(response, "faucet", response.ok ? response.status : 200);
}
