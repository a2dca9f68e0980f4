/**
 * Rate limits (429 beyond them): a valid key has buckets of its own for order writes and for reads, everything else counts
 * against its address. Failed authentications are counted before any signature is verified.
 */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { AddressList } from "#lib/kernel/http/address-list.ts";
import { addressHash, clientAddress } from "#lib/kernel/http/client-address.ts";
import type { KeyLimits, LimitState } from "#lib/protocol/wire/rate-limits.ts";
import type { MirroredKey } from "#services/venue/link/messages.ts";
import {
  accountSlot,
  addressSlot,
  ORDER_LIMIT,
  orderSlot,
  perMinute,
  type Quota,
  type RateLimit,
  type RateTable,
  READ_LIMIT,
  readSlot,
} from "#services/venue/link/rate-limit-table.ts";
import type { GatewayCounters } from "./counters.ts";
import type { Exchange } from "./exchange.ts";

export type LimitOptions = {
  table: RateTable;
  /** Requests a minute of an address. */
  addressPerMinute: number;
  /** New accounts a minute of an address. */
  accountsPerMinute: number;
  /** Addresses that may ask more. */
  readers: AddressList;
  trustedProxies: number;
  /** Random and the same in all gateways, so that no client can aim at the bucket of another address. */
  seed: string;
  counters: GatewayCounters;
};

export class Limits {
  readonly #options: LimitOptions;
  readonly #perAddress: RateLimit;
  readonly #newAccounts: RateLimit;

  constructor(options: LimitOptions) {
    this.#options = options;
    this.#perAddress = perMinute(options.addressPerMinute);
    this.#newAccounts = perMinute(options.accountsPerMinute);
  }

  address(exchange: Exchange): string {
    const { incoming, headers } = exchange;
    const forwarded = headers["x-forwarded-for"];
    return clientAddress(incoming.socket.remoteAddress, forwarded, this.#options.trustedProxies);
  }

  /**
   * A write that needs no key may create an account, which stays for good, so no address can create them by the thousand,
   * not even a reader's.
   * @throws RATE_LIMITED
   */
  chargeNewAccount(exchange: Exchange): void {
    this.chargeAddress(exchange);
    this.#take(exchange, accountSlot, this.#newAccounts);
  }

  /** A request without a valid key, unless it comes from a reader's address. @throws RATE_LIMITED */
  chargeAddress(exchange: Exchange): void {
    const isReader = this.#options.readers.has(this.address(exchange));
    if (!isReader) this.#take(exchange, addressSlot, this.#perAddress);
  }

  #take(exchange: Exchange, slotOf: (hash: number) => number, limit: RateLimit): void {
    const { table, seed, counters } = this.#options;
    const slot = slotOf(addressHash(seed, this.address(exchange)));
    const quota = table.take(slot, limit, 1);
    if (!quota.allowed) counters.limited("address");
    this.#applyQuota(exchange, quota);
  }

  /** `units`: 1 for an order, half of one for a cancel. @throws RATE_LIMITED */
  chargeOrders(exchange: Exchange, key: MirroredKey, units: number): void {
    this.#chargeKey(exchange, orderSlot(key.slot), { limit: ORDER_LIMIT, units });
  }

  /** @throws RATE_LIMITED */
  chargeRead(exchange: Exchange, key: MirroredKey): void {
    this.#chargeKey(exchange, readSlot(key.slot), { limit: READ_LIMIT, units: 1 });
  }

  /** What is left of the limits of a key; nothing is charged. */
  stateOf(key: MirroredKey): KeyLimits {
    return {
      orders: this.#stateOf(orderSlot(key.slot), ORDER_LIMIT),
      reads: this.#stateOf(readSlot(key.slot), READ_LIMIT),
    };
  }

  #stateOf(slot: number, limit: RateLimit): LimitState {
    const { limit: burst, remaining, resetSeconds } = this.#options.table.read(slot, limit);
    const perSecond = Math.round(1_000_000 / limit.unitMicroseconds);
    return { limit: burst, per_second: perSecond, remaining, reset_seconds: resetSeconds };
  }

  #chargeKey(
    exchange: Exchange,
    slot: number,
    { limit, units }: { limit: RateLimit; units: number },
  ): void {
    const quota = this.#options.table.take(slot, limit, units);
    if (!quota.allowed) this.#options.counters.limited("key");
    this.#applyQuota(exchange, quota);
  }

  #applyQuota(exchange: Exchange, quota: Quota): void {
    exchange.quota = quota;
    if (quota.allowed) return;
    throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: quota.retrySeconds });
  }
}
