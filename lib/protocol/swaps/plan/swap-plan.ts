/**
 * The plan of a swap that the user sees and accepts, and the digest that names it
 * (docs/api/swaps.md).
 */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { DestinationNetwork } from "#lib/protocol/solana.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import type { LivePool, PlannedRoute } from "#lib/protocol/swaps/pools/find-best-route.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";

const BPS = 10_000n;

/** The minimum of a swap: `out` less the slippage, in base units, rounded up. */
export function leastOutput(out: bigint, slippageBps: number): bigint {
  return (out * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS;
}

/** A pool's name in plans and on the tape. */
export function venueOfPool({ pool }: { pool: Pick<LivePool, "mintA" | "mintB"> }): string {
  const [a, b] = [assetOfMint(pool.mintA), assetOfMint(pool.mintB)];
  return `pool:${a?.symbol ?? pool.mintA}-${b?.symbol ?? pool.mintB}`;
}

export type PlanTerms = {
  assetIn: TokenSymbol;
  assetOut: TokenSymbol;
  /** Base units. */
  amountIn: bigint;
  slippageBps: number;
  priorityFeeLamports: bigint;
  /** Unix seconds. */
  expiresAt: number;
};

type Output = Pick<PlannedRoute, "out"> & { hops: readonly { impactBps: number }[] };

/** @param venues names of the hops' pools, in their order */
export function makeSwapPlan(
  { out, hops }: Output,
  venues: readonly string[],
  terms: PlanTerms,
): RoutePlan {
  const { assetIn, assetOut, amountIn, slippageBps, priorityFeeLamports, expiresAt } = terms;
  const least = leastOutput(out, slippageBps);
  return {
    in: { asset: assetIn, amount: amountOf(amountIn, assetIn), units: String(amountIn) },
    out: { asset: assetOut, amount_min: amountOf(least, assetOut), units_min: String(least) },
    route: hops.map(({ impactBps }, index) => ({
      venue: venues[index] ?? "",
      impact_bps: impactBps,
    })),
    slippage_bps: slippageBps,
    priority_fee_lamports: Number(priorityFeeLamports),
    expires_at: new Date(expiresAt * 1_000).toISOString(),
  };
}

export type CrossOffer = {
  /** The amount that the relay would pay, in base units. */
  out: bigint;
  /** The loss against the market, in basis points. */
  impactBps: number;
  network: DestinationNetwork;
  /** Base58 wallet on the other network. */
  address: string;
};

/** The name of Jupiter's routes on the tape. Plans name the markets behind it. */
export const JUPITER_VENUE = "jupiter";
const MAX_LABEL = 48;
/** Names of markets come from outside, so a plan drops all other letters. */
const OTHER_LETTERS = /[^A-Za-z0-9 .+\-_()/]/g;

/** The name of a hop's markets in plans. */
export function venueOfJupiter(label: string): string {
  return `${JUPITER_VENUE}:${label.replaceAll(OTHER_LETTERS, "").slice(0, MAX_LABEL)}`;
}

/**
 * The markets behind a route of Jupiter; the tape does not have them. Undefined for other venues.
 */
export function labelsOfJupiter(venues: readonly string[]): string[] | undefined {
  const prefix = venueOfJupiter("");
  if (venues.length === 1 && venues[0] === JUPITER_VENUE) return [];
  if (venues.length === 0 || venues.some((venue) => !venue.startsWith(prefix))) return undefined;
  return venues.map((venue) => venue.slice(prefix.length));
}

/** The name of a relay's network in plans and on the tape. */
export function venueOfRelay(network: string): string {
  return `relay:${network}`;
}

/** True for the route of a swap to another network. */
export function isRelayed([venue, ...more]: readonly string[]): boolean {
  return venue?.startsWith(venueOfRelay("")) === true && more.length === 0;
}

/** The plan of a swap whose output a relay pays on another network. */
export function makeCrossPlan(offer: CrossOffer, terms: PlanTerms): RoutePlan {
  const { out, impactBps, network, address } = offer;
  const plan = makeSwapPlan({ out, hops: [{ impactBps }] }, [venueOfRelay(network)], terms);
  return { ...plan, destination: { network, address } };
}

/** A rounded number for people. Code computes with units. */
function amountOf(units: bigint, asset: TokenSymbol): number {
  return Number(formatDecimal(units, TOKENS[asset].decimals));
}

/** Whether the plan's readable amounts agree with its units. */
export function hasItsAmounts({ in: given, out }: RoutePlan): boolean {
  return (
    given.amount === amountOf(BigInt(given.units), given.asset) &&
    out.amount_min === amountOf(BigInt(out.units_min), out.asset)
  );
}

/** Unix seconds. */
export function parseExpiry({ expires_at }: Pick<RoutePlan, "expires_at">): number {
  return Date.parse(expires_at) / 1_000;
}

/** SHA-256 of every field, in base64url. The transaction's memo contains it. */
export async function planDigest(plan: RoutePlan): Promise<string> {
  const { destination } = plan;
  const text = JSON.stringify([
    destination === undefined ? "svc:swap:1" : "svc:cross:1",
    plan.in.asset,
    plan.in.amount,
    plan.in.units,
    plan.out.asset,
    plan.out.amount_min,
    plan.out.units_min,
    plan.route.map(({ venue, impact_bps }) => [venue, impact_bps]),
    plan.slippage_bps,
    plan.priority_fee_lamports,
    plan.expires_at,
    ...(destination === undefined ? [] : [destination.network, destination.address]),
  ]);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64Url(new Uint8Array(hash));
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
