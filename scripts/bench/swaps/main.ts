/**
 * How long a plan over 50 pools takes, and a review from the press to what is shown, how many swaps a second a fresh intake reads from the chain, and how long after it landed a swap
 * is on the tape.
 *
 * `npm run bench:swaps -- [swaps of the intake] [--smoke]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { prepareSwap } from "#components/swaps/review/prepare-swap.ts";
import { createChainClient } from "#lib/platform/chain-client/read-payment.ts";
import { type Database, openDatabase, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { ownDatabase, probePostgres } from "#lib/platform/db/postgres.testing.ts";
import { markBars } from "#lib/platform/db/schema/market-data.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import { Secret } from "#lib/platform/env.ts";
import { chanceOf } from "#lib/platform/random.testing.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { DEFAULT_FEE_PPM } from "#lib/protocol/swaps/assets.ts";
import { type LivePool, planRoute } from "#lib/protocol/swaps/plan-route.ts";
import { venueOfPool } from "#lib/protocol/swaps/route-plan.ts";
import { SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";
import { ChainIntake } from "#lib/swaps/intake/follow-chain.ts";
import { amount, figure } from "#scripts/bench/shared/options.ts";
import { count, percentile, print, printCalibration, row } from "#scripts/bench/shared/report.ts";
import { SwapWorld } from "#tests/swaps/swap-world.testing.ts";

const SWAPS = figure(0, 2_000, 4);
const PLANS = amount(5_000, 50);
const POOLS = 50;
const TOKENS = 12;
const TAPE_SWAPS = amount(60, 2);
const REVIEWS = amount(200, 2);
const MINUTE = 60_000;
const AMOUNT = 3_000_000n;

function benchPlan(): void {
  const chance = chanceOf(7);
  const reserve = () => 10n ** 9n + BigInt(Math.floor(chance.next() * 1e15));
  const pools = Array.from({ length: POOLS }, (_, index): LivePool => {
    const mintA = `token${chance.below(TOKENS)}`;
    const others = Array.from({ length: TOKENS }, (__, at) => `token${at}`);
    const mintB = chance.pick(others.filter((mint) => mint !== mintA));
    const vaults = { vaultA: `a${index}`, vaultB: `b${index}`, bump: 255 };
    const reserves = { reserveA: reserve(), reserveB: reserve(), feePpm: 2_500n };
    return { address: `pool${index}`, mintA, mintB, ...vaults, ...reserves };
  });
  const times = Array.from({ length: PLANS }, () => {
    const question = {
      mintIn: `token${chance.below(TOKENS)}`,
      mintOut: `token${chance.below(TOKENS)}`,
      amountIn: 1n + BigInt(Math.floor(chance.next() * 1e12)),
    };
    const started = performance.now();
    planRoute(pools, question);
    return performance.now() - started;
  });
  row(
    "plan, 50 pools, 3 hops: p50 / p99 ms",
    milliseconds(times, 0.5),
    milliseconds(times, 0.99),
    "2 ms",
  );
}

const milliseconds = (times: readonly number[], share: number) =>
  percentile(times, share).toFixed(2);

function settingsOf(world: SwapWorld): Promise<SwapSettings> {
  return world.livePools().then((pools) => ({
    ...world.terms,
    network: "simulated",
    feePpm: DEFAULT_FEE_PPM,
    routesUrl: undefined,
    cross: undefined,
    venues: pools.map((pool) => ({ ...pool, name: venueOfPool({ pool }) })),
  }));
}

async function storeBars(db: Database): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  const bars = ["SOLUSDC", "BTCUSDC", "ETHUSDC"].flatMap((market) =>
    Array.from({ length: 90 }, (_, index) => ({
      market,
      interval: "1m",
      start: minute + (index - 30) * MINUTE,
      open: "150",
      high: "150",
      low: "150",
      close: "150",
      volume: "0",
      trades: 0,
      filled: false,
    })),
  );
  await db.insert(markBars).values(bars);
}

async function benchIntake(name: string, db: Database, world: SwapWorld): Promise<void> {
  useDatabase(db);
  await storeBars(db);
  const client = createChainClient({ url: world.chain.url });
  const node = new SwapNode(client);
  const intake = new ChainIntake({ db, node, settings: await settingsOf(world) });
  const started = performance.now();
  let final = 0;
  while (final < SWAPS) {
    await intake.run(Date.now());
    final = await db.$count(swaps, eq(swaps.status, "finalized"));
  }
  const perSecond = SWAPS / ((performance.now() - started) / 1_000);
  const listed = await node.signaturesOf(world.terms.reference, undefined, 0);
  const readStarted = performance.now();
  for (const { signature } of listed) await node.transaction(signature);
  const reads = listed.length / ((performance.now() - readStarted) / 1_000);
  row(`fresh intake, ${name}`, count(perSecond), (perSecond / reads).toFixed(2), "300");
  client.close();
}

/** With slots of 400 ms and a pass every 300 ms, as in the app. */
async function benchTape(): Promise<void> {
  const world = await SwapWorld.open({ begin: { slotMs: 400 } });
  const db = await testDatabase();
  await storeBars(db);
  const wallet = await world.wallet({ USDC: 1_000_000n * 1_000_000n });
  const client = createChainClient({ url: world.chain.url });
  const intake = new ChainIntake({
    db,
    node: new SwapNode(client),
    settings: await settingsOf(world),
  });
  let isOver = false;
  const passes = (async () => {
    while (!isOver) {
      await intake.run(Date.now());
      await sleep(300);
    }
  })();
  const waits: number[] = [];
  for (let index = 0; index < TAPE_SWAPS; index += 1) {
    const { bytes, signature } = await world.quote(wallet, ["USDC", "SOL"], AMOUNT);
    await world.send(bytes);
    await world.landed(signature);
    const landed = performance.now();
    for (;;) {
      const [found] = await db
        .select({ seq: swaps.seq })
        .from(swaps)
        .where(eq(swaps.signature, signature));
      if (found !== undefined) break;
      await sleep(5);
    }
    waits.push(performance.now() - landed);
  }
  isOver = true;
  await passes;
  row(
    "landed to tape: p50 / p95 ms",
    milliseconds(waits, 0.5),
    milliseconds(waits, 0.95),
    "700 ms",
  );
  client.close();
  await db.$client.end();
  await world.close();
}

/** The page's own code from the press to what is shown: pools, plan, two simulations. Its calls of the chain go to the node directly. */
async function benchReview(): Promise<void> {
  const world = await SwapWorld.open();
  const wallet = await world.wallet({ USDC: 1_000_000n * 1_000_000n });
  const { venues, feeAccounts, reference } = await settingsOf(world);
  const outside = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    outside(typeof url === "string" && url.startsWith("/") ? world.chain.url : url, init);
  const times: number[] = [];
  for (let index = 0; index < REVIEWS; index += 1) {
    const started = performance.now();
    const { state } = await prepareSwap(
      {
        network: "simulated",
        simulated: true,
        sandbox_url: null,
        pools: venues.map(({ name, address, vaultA, vaultB }) => ({
          venue: name,
          address,
          vault_a: vaultA,
          vault_b: vaultB,
        })),
        routes_url: null,
        assets: [...SWAP_ASSETS],
        fee_accounts: feeAccounts,
        reference,
        fee_ppm: Number(DEFAULT_FEE_PPM),
        destinations: [],
      },
      {
        account: wallet.address,
        assetIn: "USDC",
        assetOut: index % 2 === 0 ? "SOL" : "ETH",
        amountIn: AMOUNT,
        slippageBps: 50,
        fee: { feePpm: DEFAULT_FEE_PPM, isReferred: false },
      },
    );
    if (state !== "ready") throw new Error(`a review was ${state}`);
    times.push(performance.now() - started);
  }
  globalThis.fetch = outside;
  const [half, most] = [milliseconds(times, 0.5), milliseconds(times, 0.95)];
  row("review, page and node: p50 / p95 ms", half, most, "250 ms");
  await world.close();
}

printCalibration();
row("", "", "", "goal");
benchPlan();
await benchReview();
await benchTape();
const world = await SwapWorld.open();
const wallet = await world.wallet({ USDC: 1_000_000n * 1_000_000n });
for (let index = 0; index < SWAPS; index += 1) {
  const { bytes } = await world.quote(wallet, ["USDC", "SOL"], AMOUNT);
  await world.send(bytes);
}
row("", "swaps a second", "of reading them", "goal");
const embedded = await testDatabase();
await benchIntake("PGlite", embedded, world);
await embedded.$client.end();
const server = await probePostgres(process.env);
if (server === undefined) print("no Postgres here");
else {
  const own = await ownDatabase(server);
  const db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
  await benchIntake("Postgres", db, world);
  await db.$client.end();
  await own.drop();
}
await world.close();
process.exit(0);
