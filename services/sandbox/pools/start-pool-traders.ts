/** The simulated traders of the chain's pools. They pause while the chain or the venue is away. */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import type { Treasury } from "#services/sandbox/chain/treasury.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { MarketWatch } from "#services/sandbox/traders/market-watch.ts";
import { type Role, runRole } from "#services/sandbox/traders/role.ts";
import type { Visitors } from "#services/sandbox/traders/visitors.ts";
import { keyOfRole } from "#services/sandbox/venue/roles.ts";
import { poolArbitrageur, randomSwapper } from "./pool-roles.ts";
import { PoolTrader } from "./pool-trader.ts";
import { serviceUser } from "./service-user.ts";
import { pricesOf } from "./token-prices.ts";

export type PoolTradersParts = {
  seed: string;
  venueUrl: string;
  sender: TransactionSender;
  treasury: Treasury;
  visitors: Visitors;
  clock: Clock;
  log: Logger;
};

/** @returns stops them, after what each has under way */
export async function startPoolTraders(parts: PoolTradersParts): Promise<() => Promise<void>> {
  const { seed, venueUrl, clock } = parts;
  const watch = new MarketWatch(venueUrl, clock);
  const refresh = () => watch.refresh();
  const prices = pricesOf(watch);
  const trader = (name: string) =>
    PoolTrader.open({ ...parts, name, key: keyOfRole(seed, name), prices });
  const roles: Role[] = [
    poolArbitrageur(await trader("pool-arbitrageur"), refresh),
    randomSwapper(await trader("pool-swapper"), refresh, Random.fromSeed(`pools:${seed}`)),
    await serviceUser({
      trader: await trader("service-user"),
      refresh,
      random: Random.fromSeed(`swaps:${seed}`),
    }),
  ];
  const stopping = new AbortController();
  const terms = { visitors: parts.visitors, signal: stopping.signal };
  const running = Promise.all(roles.map((role) => runRole(role, terms)));
  return async () => {
    stopping.abort();
    await running;
  };
}
