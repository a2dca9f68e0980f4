/** Prepares a swap over this network's pools. The page plans the route. */
import { readBlockhash, readUsualPrice } from "#components/chain/chain-calls.ts";
import {
  MAX_HOPS_IN_A_PACKET,
  readPools,
  type SwapTerms,
} from "#components/swaps/sources/read-pools.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { buildSwap } from "#lib/protocol/swaps/pools/build-swap.ts";
import { findBestRoute } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { makeSwap, type Way } from "./make-swap.ts";
import { refusedPreparation, type SwapAsk, type SwapPreparation, unread } from "./preparation.ts";
import { lacksInput, readHoldings } from "./wallet-holdings.ts";

/** More than any swap of two hops needs. */
const DRAFT_UNITS = 400_000;

export async function preparePoolSwap(
  terms: SwapTerms,
  ask: SwapAsk<"pools">,
): Promise<SwapPreparation> {
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
  const maxHops = MAX_HOPS_IN_A_PACKET;
  const route = findBestRoute(pools.body, { mintIn, mintOut, amountIn, maxHops });
  if (route === undefined) return refusedPreparation("noRoute");
  if (lacksInput(ask, before.body)) return refusedPreparation("tooLittle");
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
