/**
 * A route of Jupiter: one instruction, whose steps are not read here. What is read bounds the loss:
 * the program takes the exact input from one account and fails when less than the minimum arrives
 * in the other, and the route names no further account of the wallet.
 */

import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { DecodedTransaction } from "#lib/protocol/solana/decode-transaction.ts";
import { SYSTEM_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { every, type OfKind, only } from "#lib/protocol/solana/transaction-rules.ts";
import type { AccountDataMap } from "#lib/protocol/swaps/pools/live-pools.ts";
import {
  type SwapRoute,
  type SwapTransaction,
  type Temporary,
  TOKEN_ACCOUNT_LAMPORTS,
} from "#lib/protocol/swaps/swap-rules.ts";

/** The maximum number of lookup tables of a route. */
export const MAX_TABLES = 8;
/** The maximum number of tokens between input and output. */
export const MAX_BETWEEN = 4;
const MAX_STEPS = 16;

/** @throws Error that says why the instruction is not such a route */
export function jupiterRoute(
  decoded: DecodedTransaction,
  paid: OfKind<"token-transfer">,
  temporary: Temporary,
): SwapRoute {
  const route = only(decoded.instructions, "jupiter-route");
  requireOwn(route, decoded.payer, paid);
  requireTerms(route);
  const { opensDestination, between } = createdBy(decoded, route);
  requireTemporary(temporary, route, paid);
  const { mintOut, amountIn, quotedOut: minOut, destination, accounts, data } = route;
  return {
    mintOut,
    amountIn,
    minOut,
    hops: [],
    routed: { accounts, data: hexOf(data) },
    destination,
    opensDestination,
    between,
  };
}

type Route = OfKind<"jupiter-route">;

/**
 * The wallet signs and pays. With the system program, a market could send its SOL or give the
 * wallet away.
 */
function requireOwn(
  { user, source, destination, mintIn, mintOut, accounts }: Route,
  payer: string,
  paid: OfKind<"token-transfer">,
): void {
  if (user !== payer) throw new Error("it swaps for another wallet");
  if (source !== paid.source || mintIn !== paid.mint)
    throw new Error("its route takes from another account than its fee");
  if (accounts.includes(SYSTEM_PROGRAM)) throw new Error("its route is given the system program");
  if (mintIn === mintOut || source === destination) throw new Error("it passes a token twice");
}

/** The minimum must be exact, so it is the quoted output itself, with a slippage of zero. */
function requireTerms(route: Route): void {
  const { amountIn, slippageBps, platformFeeBps, positiveSlippageBps, steps } = route;
  if (amountIn === 0n) throw new Error("it swaps nothing");
  if (slippageBps !== 0) throw new Error("its minimum is not exact");
  if (platformFeeBps !== 0 || positiveSlippageBps !== 0)
    throw new Error("its route takes a fee for somebody else");
  if (steps === 0 || steps > MAX_STEPS) throw new Error("its route has another number of steps");
}

/**
 * SOL arrives in a temporary account that is closed, other tokens in the wallet's associated
 * account.
 */
function createdBy({ payer, instructions }: DecodedTransaction, route: Route) {
  const created = every(instructions, "create-token-account");
  if (created.some((one) => one.payer !== payer || one.owner !== payer))
    throw new Error("it opens an account that is not the payer's own");
  if (created.some(({ mint }) => mint === NATIVE_MINT)) throw new Error("it leaves SOL wrapped");
  const opensDestination = route.mintOut !== NATIVE_MINT;
  const output = created.filter(({ account }) => account === route.destination);
  const isOutput = output.length === 1 && output[0]?.mint === route.mintOut;
  if (opensDestination ? !isOutput : output.length > 0)
    throw new Error("its output goes to an account that it does not name");
  const between = created.filter((one) => !output.includes(one));
  const isPassed = between.every(
    ({ account, mint }) =>
      route.accounts.includes(account) && mint !== route.mintIn && mint !== route.mintOut,
  );
  if (!isPassed || between.length > MAX_BETWEEN || hasTwice(between.map(({ mint }) => mint)))
    throw new Error("its accounts are not those of its hops");
  return { opensDestination, between: between.map(({ account }) => account) };
}

function hasTwice(mints: readonly string[]): boolean {
  return new Set(mints).size !== mints.length;
}

/**
 * SOL as input, output or token on the way is in one temporary account, which is closed at the end.
 */
function requireTemporary(
  temporary: Temporary,
  { mintIn, mintOut, amountIn, source, destination, accounts }: Route,
  paid: OfKind<"token-transfer">,
): void {
  const [one, second] = temporary;
  const expected =
    mintIn === NATIVE_MINT ? source : mintOut === NATIVE_MINT ? destination : one?.account;
  const isUsed =
    one?.account === expected && (expected === undefined || accounts.includes(expected));
  if (!isUsed || second !== undefined || (one !== undefined && one.mint !== NATIVE_MINT))
    throw new Error("its accounts are not those of its hops");
  const wrapped = mintIn === NATIVE_MINT ? amountIn + paid.amount : 0n;
  if (one !== undefined && one.lamports !== TOKEN_ACCOUNT_LAMPORTS + wrapped)
    throw new Error("it puts another amount of SOL into an account");
}

/**
 * The route's programs act with the wallet's signature on the accounts that they get. Other
 * property of the wallet, such as a token account, a stake or an order, names the wallet's key in
 * its data.
 * @param accounts data of the accounts in `routed.accounts`
 * @returns a technical reason, in English; undefined if there is none
 */
export function problemOfAccounts(
  { routed, payer, source, destination, between, temporary }: SwapTransaction,
  accounts: AccountDataMap,
): string | undefined {
  const key = decodePublicKey(payer);
  if (key === undefined || routed === undefined) return "its route cannot be read";
  const own = [source, destination, ...between, ...temporary.map(({ account }) => account)];
  const other = routed.accounts.find((account) => {
    const data = accounts.get(account);
    return !own.includes(account) && data !== undefined && holds(data, key);
  });
  return other === undefined
    ? undefined
    : `its route names another account of the wallet: ${other}`;
}

function holds(data: Uint8Array, key: Uint8Array): boolean {
  const [first = 0] = key;
  for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1))
    if (key.every((byte, index) => data[at + index] === byte)) return true;
  return false;
}

function hexOf(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
