/** The world of the pools with the route program at Jupiter's address. */
import { type Address, address } from "@solana/kit";
import { JUPITER_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { RouteStep, RouteTerms } from "#lib/protocol/solana/simulated-route.ts";
import { swapOutput } from "#lib/protocol/swaps/pool-math.ts";
import { routeProgram } from "#services/chain/programs/route-program.ts";
import {
  createWorld,
  FEE_PPM,
  RESERVE_A,
  RESERVE_B,
  type Token,
  type World,
} from "./pool-world.ts";

const TOKENS: readonly Token[] = ["a", "b", "c", "d"];
const POOLS = ["ab", "bc", "cd"] as const;

export async function createRouteWorld(mintB?: Address): Promise<World> {
  const world = await createWorld(mintB);
  world.vm.addProgram(address(JUPITER_PROGRAM), routeProgram());
  return world;
}

/** What so many hops from A give, each in a pool that nobody has used. */
export function outputOf(amountIn: bigint, hops: number): bigint {
  let amount = amountIn;
  for (let hop = 0; hop < hops; hop += 1)
    amount = swapOutput({ reserveIn: RESERVE_A, reserveOut: RESERVE_B }, amount, FEE_PPM).out;
  return amount;
}

/** The step of a route from A, through the user's own accounts. */
export function stepOf({ pools, wallet }: World, hop: number): RouteStep {
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

/** A route of so many hops from A, that must give all that is quoted. */
export function routeOf(world: World, inAmount: bigint, hops: number): RouteTerms {
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
    quotedOut: outputOf(inAmount, hops),
    slippageBps: 0,
    steps: Array.from({ length: hops }, (_, hop) => stepOf(world, hop)),
  };
}
