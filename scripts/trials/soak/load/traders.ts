/** Wallets that trade through the app: each with a session, a venue key and money. */
import { z } from "zod";
import type { SignedWrite, Wallet } from "#lib/kernel/wallet.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { StatsList } from "#lib/protocol/wire/market.ts";
import { fundAccount, prepareAppTrader } from "#scripts/dev/clients/app-trader.ts";
import type { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { answered } from "./tally.ts";

const MARKET = "BTCUSDC";
const SIZE = "0.001";
const FUNDS = "10000";
const DEPOSIT = "3";
const WITHDRAWAL = "2.5";
/** Below the mark, so that the order rests. */
const RESTING_SHARE = 0.97;

const Placed = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

export type SoakUrls = { app: string; venue: string; sandbox: string };

export class Trader {
  readonly visitor: AppVisitor;
  readonly #wallet: Wallet;
  readonly #venue: string;
  readonly #sandbox: string;
  #hasPaidOut = false;
  #isLong = false;

  private constructor(visitor: AppVisitor, wallet: Wallet, urls: SoakUrls) {
    this.visitor = visitor;
    this.#wallet = wallet;
    this.#venue = urls.venue;
    this.#sandbox = urls.sandbox;
  }

  /** A new wallet, ready to trade. @throws Error when a step is refused */
  static async prepared(urls: SoakUrls): Promise<Trader> {
    const { visitor, wallet } = await prepareAppTrader(urls, { label: "soak", amount: FUNDS });
    return new Trader(visitor, wallet, urls);
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
    await this.#write(this.#wallet.cancel(id, MARKET, this.#timestamp()), 200);
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
    await fundAccount(this.#sandbox, this.#wallet.address, DEPOSIT);
    // By the venue's default prices. The first payment opens the wallet's token account.
    const terms = { fee: this.#hasPaidOut ? "0.1" : "1.1", opens_account: !this.#hasPaidOut };
    const withdrawal = { amount: WITHDRAWAL, ...terms };
    await this.#write(this.#wallet.withdraw(withdrawal, this.#timestamp()), 201);
    this.#hasPaidOut = true;
  }

  async #place(body: PlaceOrderBody): Promise<{ id: string }> {
    const text = await this.#write(this.#wallet.place(body, this.#timestamp()), 201);
    return Placed.parse(JSON.parse(text));
  }

  #timestamp(): number {
    return this.#wallet.timestamp(Date.now());
  }

  async #write(write: SignedWrite, status: number): Promise<string> {
    const response = await this.visitor.write(write);
    return answered(response, `${write.method} ${write.path.split("/")[2]}`, status);
  }

  async #mark(): Promise<number> {
    const path = `/v1/markets/stats?market=${MARKET}`;
    const response = await fetch(`${this.#venue}${path}`);
    const { results } = StatsList.parse(JSON.parse(await answered(response, path)));
    return Number(results.find(({ symbol }) => symbol === MARKET)?.mark_price);
  }
}
