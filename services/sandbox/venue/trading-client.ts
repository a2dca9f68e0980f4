/** A trading client of the venue: an API key for reads, a wallet's signature on every write. */
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Wallet } from "#lib/kernel/wallet.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import type {
  AccountRecord,
  OrderRecord,
  PlacedOrder,
  PositionRecord,
} from "#lib/protocol/wire/account.ts";
import { requestVenue, VenueError, type VenueRequest } from "./http.ts";

/** Keeps the venue key of a wallet between runs. */
export type KeyStore = {
  get: (address: string) => string | undefined;
  set: (address: string, key: string) => void;
};

export type TradingClientOptions = {
  url: string;
  wallet: Wallet;
  keys: KeyStore;
  clock: Clock;
  label: string;
};

export class TradingClient {
  readonly address: string;
  readonly #options: TradingClientOptions;

  constructor(options: TradingClientOptions) {
    this.#options = options;
    this.address = options.wallet.address;
  }

  /** Places an order. @throws VenueError when the venue refuses it. */
  async place(body: PlaceOrderBody): Promise<PlacedOrder> {
    return this.#authorized(this.#options.wallet.place(body, this.#timestamp()));
  }

  /** Cancels an order; one that is closed or gone already counts as cancelled. */
  async cancel(order: { id: string; market: string }): Promise<void> {
    const { id, market } = order;
    try {
      await this.#authorized(this.#options.wallet.cancel(id, market, this.#timestamp()));
    } catch (error) {
      const gone = error instanceof VenueError && (error.status === 404 || error.status === 409);
      if (!gone) throw error;
    }
  }

  #timestamp(): number {
    const { wallet, clock } = this.#options;
    return wallet.timestamp(clock.now());
  }

  async openOrders(): Promise<OrderRecord[]> {
    const path = "/v1/orders?status=OPEN";
    return (await this.#authorized<{ results: OrderRecord[] }>({ path })).results;
  }

  async positions(): Promise<PositionRecord[]> {
    return (await this.#authorized<{ results: PositionRecord[] }>({ path: "/v1/positions" }))
      .results;
  }

  async account(): Promise<AccountRecord | undefined> {
    const answer = await this.#authorized<{ results: AccountRecord[] }>({ path: "/v1/accounts" });
    return answer.results[0];
  }

  /** Sends with the wallet's key; makes one when there is none yet, and a new one when it is refused. */
  async #authorized<Answer>(request: VenueRequest): Promise<Answer> {
    const { url, keys } = this.#options;
    const known = keys.get(this.address);
    const send = (key: string): Promise<Answer> => {
      const headers = { ...request.headers, authorization: `Bearer ${key}` };
      return requestVenue<Answer>(url, { ...request, headers });
    };
    if (known === undefined) return send(await this.#createKey());
    try {
      return await send(known);
    } catch (error) {
      const code = error instanceof VenueError ? error.code : "";
      if (code !== "UNKNOWN_API_KEY" && code !== "EXPIRED_API_KEY") throw error;
      return send(await this.#createKey());
    }
  }

  async #createKey(): Promise<string> {
    const { url, wallet, keys, label } = this.#options;
    const request = wallet.createKey(label, this.#timestamp());
    const { key } = await requestVenue<{ key: string }>(url, request);
    keys.set(this.address, key);
    return key;
  }
}
