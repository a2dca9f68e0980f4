/** The world of the pools with the route program at Jupiter's address. */
import { type Address, address } from "@solana/kit";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { RouteStep, RouteTerms } from "#lib/protocol/solana/simulated-route.ts";
import { swapOutput } from "#lib/protocol/swaps/pools/pool-math.ts";
import { routeProgram } from "#services/chain/programs/route-program.ts";
import {
  createWorld,
  FEE_PPM,
  type PoolToken,
  type PoolWorld,
  RESERVE_A,
  RESERVE_B,
} from "./pool-world.ts";

const TOKENS: readonly PoolToken[] = ["a", "b", "c", "d"];
const POOLS = ["ab", "bc", "cd"] as const;

export async function createRouteWorld(mintB?: Address): Promise<PoolWorld> {
  const world = await createWorld(mintB);
  world.vm.addProgram(address(JUPITER_PROGRAM), routeProgram());
  return world;
}

/** The output of a route from A with this many hops, in unused pools. */
export function expectedOutput(amountIn: bigint, hops: number): bigint {
  let amount = amountIn;
  for (let hop = 0; hop < hops; hop += 1)
    amount = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, amount, FEE_PPM).out;
  return amount;
}

/** One step of a route from A, through the user's own accounts. */
export function makeStep({ pools, wallet }: PoolWorld, hop: number): RouteStep {
  const [from, to, name] = [TOKENS[hop], TOKENS[hop + 1], POOLS[hop]];
  if (from === undefined || to === undefined || name === undefined)
    throw new RangeError(`There is no hop ${hop}.`);
  const { address: pool, vaultA, vaultB } = pools[name];
  return {
    pool,
    source: wallet[from],
    vaultIn: vaultA.address,
    vaultOut: vaultB.address,
    destination: wallet[to],
  };
}

/** A route from A with this many hops, which must give the whole quoted output. */
export function makeRoute(world: PoolWorld, inAmount: bigint, hops: number): RouteTerms {
  const { user, mints, wallet } = world;
  const last = TOKENS[hops];
  if (last === undefined) throw new RangeError(`There are no ${hops} hops.`);
  return {
    user: user.address,
    source: wallet.a,
    destination: wallet[last],
    sourceMint: mints.a,
    destinationMint: mints[last],
    inAmount,
    quotedOut: expectedOutput(inAmount, hops),
    slippageBps: 0,
    steps: Array.from({ length: hops }, (_, hop) => makeStep(world, hop)),
  };
}
