/** The plan of a swap that the user sees and accepts (spec 3, Route plan), and the digest that names it. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import type { DestinationNetwork } from "#lib/protocol/solana.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import { assetOfMint } from "./assets.ts";
import type { LivePool, PlannedRoute } from "./plan-route.ts";

const BPS = 10_000n;

/** What a swap gives at least: `out` less the slippage, in base units, rounded up. */
export function leastOutput(out: bigint, slippageBps: number): bigint {
  return (out * (BPS - BigInt(slippageBps)) + BPS - 1n) / BPS;
}

/** How plans and the tape name a pool. */
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
export function routePlan(
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
  /** What the relay would pay, in base units. */
  out: bigint;
  /** What is lost against the market, in basis points. */
  impactBps: number;
  network: DestinationNetwork;
  /** Base58 wallet there. */
  address: string;
};

/** How the tape names a route that Jupiter made; plans have the names of the markets behind it. */
export const JUPITER_VENUE = "jupiter";
const MOST_LABEL = 48;
/** Names of markets come from outside: a plan takes no other letters. */
const OTHER_LETTERS = /[^A-Za-z0-9 .+\-_()/]/g;

/** How plans name the markets of a hop. */
export function venueOfJupiter(label: string): string {
  return `${JUPITER_VENUE}:${label.replaceAll(OTHER_LETTERS, "").slice(0, MOST_LABEL)}`;
}

/** The markets behind a route of Jupiter, of which the tape has none. Undefined for venues that are not of Jupiter. */
export function labelsOfJupiter(venues: readonly string[]): string[] | undefined {
  const prefix = venueOfJupiter("");
  if (venues.length === 1 && venues[0] === JUPITER_VENUE) return [];
  if (venues.length === 0 || venues.some((venue) => !venue.startsWith(prefix))) return undefined;
  return venues.map((venue) => venue.slice(prefix.length));
}

/** How plans and the tape name the way to another network. */
export function venueOfRelay(network: string): string {
  return `relay:${network}`;
}

/** The plan of a swap whose output a relay pays on another network. */
export function crossPlan(offer: CrossOffer, terms: PlanTerms): RoutePlan {
  const { out, impactBps, network, address } = offer;
  const plan = routePlan({ out, hops: [{ impactBps }] }, [venueOfRelay(network)], terms);
  return { ...plan, destination: { network, address } };
}

/** For people: code computes with units. */
function amountOf(units: bigint, asset: TokenSymbol): number {
  return Number(formatDecimal(units, TOKENS[asset].decimals));
}

/** Whether the amounts for people are those of the units. */
export function hasItsAmounts({ in: given, out }: RoutePlan): boolean {
  return (
    given.amount === amountOf(BigInt(given.units), given.asset) &&
    out.amount_min === amountOf(BigInt(out.units_min), out.asset)
  );
}

/** Unix seconds. */
export function expiryOf({ expires_at }: Pick<RoutePlan, "expires_at">): number {
  return Date.parse(expires_at) / 1_000;
}

/** SHA-256 of every field, in base64url: the transaction's memo has it. */
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
