/** Signs the requests of funded traders as a client does. */
import { requestOf, type SignedWrite, Wallet } from "#lib/kernel/wallet.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { requestBytes } from "./shared/load.ts";

/** A seed in hex, and the API key of its account. */
export type LoadTrader = { seed: string; key: string };

const MARKET = "BTCUSDC";
const SIZE = "0.001";
const PRICE = 64_000;
/**
 * The venue accepts timestamps of the last 30 seconds, so requests that are signed ahead of a run stay
 * valid until its end.
 */
const TIMESTAMPS_BACK_MS = 5_000;

export class TraderLoad {
  readonly #traders: { wallet: Wallet; key: string }[];
  #turn = 0;

  constructor(traders: LoadTrader[]) {
    this.#traders = traders.map(({ seed, key }) => ({ wallet: Wallet.ofHex(seed), key }));
  }

  /** Every second trader sells and rests; the others buy what these offer. `batch` 1: single orders. */
  trades(count: number, batch: number): Buffer[] {
    return Array.from({ length: count }, (_, index) => {
      const body = index % 2 === 0 ? restingAt("SELL", PRICE) : TAKER;
      return this.#next((wallet, timestamp) =>
        batch === 1
          ? wallet.place(body, timestamp)
          : wallet.placeBatch(
              Array.from({ length: batch }, () => body),
              timestamp,
            ),
      );
    });
  }

  /** Orders that rest on 200 prices of each side. */
  book(count: number): Buffer[] {
    return Array.from({ length: count }, (_, index) => {
      const away = 1 + ((index >> 1) % 200);
      const body =
        index % 2 === 0 ? restingAt("SELL", PRICE + away) : restingAt("BUY", PRICE - away);
      return this.#next((wallet, timestamp) => wallet.place(body, timestamp));
    });
  }

  #next(write: (wallet: Wallet, timestamp: number) => SignedWrite): Buffer {
    this.#turn += 1;
    const trader = this.#traders[this.#turn % this.#traders.length];
    if (trader === undefined) throw new Error("a load needs traders");
    const { wallet, key } = trader;
    const signed = write(wallet, wallet.timestamp(Date.now() - TIMESTAMPS_BACK_MS));
    const { method, headers, body } = requestOf(signed, key);
    return requestBytes(`${method} ${signed.path}`, headers, body ?? "");
  }
}

function restingAt(side: Side, price: number): PlaceOrderBody {
  const terms = { order_type: "LIMIT", time_in_force: "GTC" } as const;
  return { market: MARKET, side, size: SIZE, price: String(price), ...terms };
}

const TAKER: PlaceOrderBody = { ...restingAt("BUY", PRICE), time_in_force: "IOC" };
