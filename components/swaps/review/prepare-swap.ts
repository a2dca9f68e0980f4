/** Prepares a swap over the pools of the network: this page plans its route. */
import { readBlockhash, readUsualPrice } from "#components/chain/chain-calls.ts";
import {
  MOST_HOPS_IN_A_PACKET,
  readPools,
  type SwapTerms,
} from "#components/swaps/sources/read-pools.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { buildSwap } from "#lib/protocol/swaps/build-swap.ts";
import { planRoute } from "#lib/protocol/swaps/plan-route.ts";
import { makeSwap, type Way } from "./make-swap.ts";
import { type Preparation, refused, type SwapAsk, unread } from "./preparation.ts";
import { lacksInput, readHoldings } from "./wallet-holdings.ts";

/** More than any swap of two hops takes. */
const DRAFT_UNITS = 400_000;

export async function prepareSwap(terms: SwapTerms, ask: SwapAsk): Promise<Preparation> {
  const [mintIn, mintOut] = [TOKENS[ask.assetIn].mint, TOKENS[ask.assetOut].mint];
  const [pools, before, block] = await Promise.all([
    readPools(terms),
    readHoldings(ask, { mintOut }),
    readBlockhash(),
  ]);
  if (!pools.ok) return unread(pools);
  if (!before.ok) return unread(before);
  if (!block.ok) return unread(block);
  const { amountIn } = ask;
  const maxHops = MOST_HOPS_IN_A_PACKET;
  const route = planRoute(pools.body, { mintIn, mintOut, amountIn, maxHops });
  if (route === undefined) return refused("noRoute");
  if (lacksInput(ask, before.body)) return refused("tooLittle");
  const usual = await readUsualPrice(route.hops.map(({ pool }) => pool.address));
  const price = usual.ok ? usual.body : 0n;
  const swapTerms = { feeAccounts: terms.fee_accounts, reference: terms.reference };
  const way: Way = {
    source: "pools",
    out: route.out,
    hops: route.hops.map(({ impactBps, pool }) => ({
      impactBps,
      venue: terms.pools.find(({ address }) => address === pool.address)?.venue ?? "",
    })),
    impact: "exact",
    draftUnits: DRAFT_UNITS,
    build: (order) => buildSwap({ ...order, hops: route.hops }, swapTerms),
    tables: {},
  };
  return makeSwap(terms, ask, way, { before: before.body, price, block: block.body });
}
