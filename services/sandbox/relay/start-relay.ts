/** The relay as a part of the sandbox: what it holds comes from the treasury of the destination chain, and it pauses while a chain is away. */
import { join } from "node:path";
import { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { type RepeatedTask, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";
import { CROSS_ASSETS } from "#lib/protocol/swaps/assets.ts";
import { keepFees } from "#services/sandbox/chain/keep-fees.ts";
import type { ChainPayer, ChainSettings } from "#services/sandbox/chain/open-chain.ts";
import { accountCreation } from "#services/sandbox/chain/token-transfer.ts";
import { TransactionSender } from "#services/sandbox/chain/transaction-sender.ts";
import { Treasury } from "#services/sandbox/chain/treasury.ts";
import { PoolTrader } from "#services/sandbox/pools/pool-trader.ts";
import { findPools, readPools } from "#services/sandbox/pools/read-pools.ts";
import { pricesOf } from "#services/sandbox/pools/token-prices.ts";
import { MarketWatch } from "#services/sandbox/traders/market-watch.ts";
import { Relay } from "./relay.ts";
import { RelayJournal } from "./relay-journal.ts";

const EVERY_MS = 500;
const REFILL_MS = 60_000;
const RETRY_MS = 2_000;
const PATIENCE_MS = 60_000;
/** Whole USDC of each asset that it holds: a larger order is paid back. */
const WORTH = 100_000n;

export type RelaySettings = { destinationUrl: string; seed: Secret };

export type RelayParts = {
  config: {
    venueUrl: string;
    /** Absent where no chain runs. */
    chain: ChainSettings | undefined;
    /** Absent where swaps lead to no other chain. */
    relay: RelaySettings | undefined;
  };
  /** Payer on the source chain; undefined where no chain runs. */
  payer: ChainPayer | undefined;
  folder: string;
  clock: Clock;
  log: Logger;
};

export type RunningRelay = { relay: Relay; stop: () => Promise<void> };

/** Undefined without a second chain. */
export async function startRelay(settings: RelayParts): Promise<RunningRelay | undefined> {
  const { config, payer, folder, log } = settings;
  if (config.relay === undefined || config.chain === undefined || payer === undefined)
    return undefined;
  const { destinationUrl, seed } = config.relay;
  const [source, destination] = [config.chain.url, destinationUrl].map(
    (url) => new ChainReads(url),
  );
  if (source === undefined || destination === undefined) return undefined;
  const sender = new TransactionSender(destinationUrl);
  const treasurySeed = Buffer.from(config.chain.treasurySeed.reveal(), "hex");
  const watch = new MarketWatch(config.venueUrl, settings.clock);
  const holder = await PoolTrader.open({
    name: "relay",
    key: Buffer.from(seed.reveal(), "hex"),
    sender,
    treasury: await Treasury.open(treasurySeed, sender),
    prices: pricesOf(watch),
    log,
  });
  const accounts = new Map(
    await Promise.all(
      CROSS_ASSETS.map(
        async (asset) => [asset, await tokenAccountOf(holder.address, TOKENS[asset].mint)] as const,
      ),
    ),
  );
  const pools = await findPools();
  const journal = new RelayJournal(join(folder, "relay.jsonl"));
  const relay = new Relay({
    source,
    destination,
    network: DESTINATION_NETWORKS[0],
    signer: holder.signer,
    accounts,
    pools: () => readPools(payer.sender.rpc, pools),
    journal,
    patienceMs: PATIENCE_MS,
    log,
  });
  const surroundings = { timers: systemTimers, log };
  const ends = [
    startRepeatedTask(
      { everyMs: EVERY_MS, run: (now) => relay.run(now), failure: "the relay could not go on" },
      surroundings,
    ),
    startRepeatedTask(refilling(holder, payer, watch), surroundings),
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(ends.map((end) => end()));
    sender.close();
    for (const chain of [source, destination]) chain.close();
    journal.close();
  };
  return { relay, stop };
}

/** Until every price is known and both chains have answered, it is tried again soon. */
function refilling(holder: PoolTrader, payer: ChainPayer, watch: MarketWatch): RepeatedTask {
  let refillAt = 0;
  const run = async (now: number): Promise<void> => {
    if (now < refillAt) return;
    await watch.refresh();
    await refill(holder, payer);
    const hasPrices = CROSS_ASSETS.every((asset) => holder.parts.prices(asset) !== undefined);
    if (hasPrices) refillAt = now + REFILL_MS;
  };
  return { everyMs: RETRY_MS, run, failure: "the relay could not be refilled" };
}

/** Fees on both chains, its accounts on the source, and what it pays with on the destination. */
async function refill(holder: PoolTrader, { sender }: ChainPayer): Promise<void> {
  await keepFees(sender.rpc, holder.address);
  const opening = CROSS_ASSETS.map((asset) =>
    accountCreation(holder.signer, holder.address, TOKENS[asset].mint),
  );
  await (await sender.send(holder.signer, await Promise.all(opening))).landed;
  await holder.keepFunded(new Map<TokenSymbol, bigint>(CROSS_ASSETS.map((one) => [one, WORTH])));
}
