/** The answer of the simulated aggregator in the form of Jupiter's Swap API v2: a route and the instructions that swap along it. */
import { AccountRole, address, createNoopSigner, type Instruction } from "@solana/kit";
import { getCloseAccountInstruction } from "@solana-program/token";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { ALL_BPS, leastOfQuote, ROUTE_ACCOUNTS } from "#lib/protocol/solana/jupiter-route.ts";
import {
  MAX_STEPS,
  ROUTE_TABLE,
  type RouteStep,
  routeInstruction,
  STEP_ACCOUNTS,
} from "#lib/protocol/solana/simulated-route.ts";
import { NATIVE_MINT, TOKENS } from "#lib/protocol/solana/tokens.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import {
  findBestRoute,
  type PlannedHop,
  type PlannedRoute,
} from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountCreation, transferInstructions } from "#services/sandbox/chain/token-transfer.ts";
import type { RouteChainState } from "./route-chain.ts";
import type { RouteQuery } from "./route-query.ts";

const IMPACT_DECIMALS = 4;

/** Undefined when no route gives anything, or none has so few accounts. */
export async function routeAnswer(
  { pools, addresses, life }: RouteChainState,
  query: RouteQuery,
): Promise<object | undefined> {
  const { inputMint, outputMint, amount, slippageBps } = query;
  const maxHops = hopsWithin(query.maxAccounts);
  if (maxHops < 1) return undefined;
  const question = { mintIn: inputMint, mintOut: outputMint, amountIn: amount, maxHops };
  const route = findBestRoute(pools, question);
  if (route === undefined) return undefined;
  const { swap, setup, cleanup } = await instructionsOf(route, query);
  return {
    inputMint,
    outputMint,
    inAmount: String(amount),
    outAmount: String(route.out),
    otherAmountThreshold: String(leastOfQuote(route.out, slippageBps)),
    swapMode: "ExactIn",
    slippageBps,
    priceImpactPct: formatDecimal(BigInt(route.impactBps), IMPACT_DECIMALS),
    routePlan: route.hops.map(hopOf),
    computeBudgetInstructions: [],
    setupInstructions: setup.map(instructionOf),
    swapInstruction: instructionOf(swap),
    cleanupInstruction: cleanup ? instructionOf(cleanup) : null,
    otherInstructions: [],
    addressesByLookupTableAddress: { [ROUTE_TABLE]: addresses },
    blockhashWithMetadata: life,
  };
}

function hopsWithin(accounts: number): number {
  const hops = Math.floor((accounts - ROUTE_ACCOUNTS.length) / STEP_ACCOUNTS.length);
  return Math.min(hops, MAX_STEPS);
}

type RouteInstructions = {
  swap: Instruction;
  setup: Instruction[];
  cleanup: Instruction | undefined;
};

/** All accounts are the taker's associated ones. */
async function instructionsOf(
  { hops, out }: PlannedRoute,
  { taker, inputMint, outputMint, amount, slippageBps }: RouteQuery,
): Promise<RouteInstructions> {
  const mints = [inputMint, ...hops.map(({ mintOut }) => mintOut)];
  const accounts = await Promise.all(mints.map((mint) => tokenAccountOf(taker, mint)));
  const accountAt = (index: number): string => {
    const account = accounts[index];
    if (account === undefined) throw new RangeError(`The route has no account ${index}.`);
    return account;
  };
  const signer = createNoopSigner(address(taker));
  const swap = routeInstruction({
    user: taker,
    source: accountAt(0),
    destination: accountAt(hops.length),
    sourceMint: inputMint,
    destinationMint: outputMint,
    inAmount: amount,
    quotedOut: out,
    slippageBps,
    steps: hops.map((hop, index) => stepOf(hop, accountAt(index), accountAt(index + 1))),
  });
  const terms = { payer: signer, owner: signer, recipient: taker, token: TOKENS.SOL };
  const wrapped =
    inputMint === NATIVE_MINT ? await transferInstructions({ ...terms, units: amount }) : [];
  const opened = await Promise.all(
    mints.slice(1).map((mint) => accountCreation(signer, taker, mint)),
  );
  const native = [inputMint, outputMint].includes(NATIVE_MINT)
    ? await tokenAccountOf(taker, NATIVE_MINT)
    : undefined;
  const cleanup =
    native &&
    getCloseAccountInstruction({ account: native, destination: signer.address, owner: signer });
  return { swap, setup: [...wrapped, ...opened], cleanup };
}

function stepOf({ pool, mintIn }: PlannedHop, source: string, destination: string): RouteStep {
  const isFromA = pool.mintA === mintIn;
  const [vaultIn, vaultOut] = isFromA ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
  return { pool: pool.address, source, vaultIn, vaultOut, destination };
}

function hopOf({ pool, mintIn, mintOut, amountIn, out }: PlannedHop): object {
  const [a, b] = [pool.mintA, pool.mintB].map((mint) => assetOfMint(mint)?.symbol ?? mint);
  return {
    swapInfo: {
      ammKey: pool.address,
      label: `Simulated pool ${a}-${b}`,
      inputMint: mintIn,
      outputMint: mintOut,
      inAmount: String(amountIn),
      outAmount: String(out),
    },
    percent: 100,
    bps: ALL_BPS,
  };
}

function instructionOf({ programAddress, accounts = [], data }: Instruction): object {
  return {
    programId: programAddress,
    accounts: accounts.map(({ address: pubkey, role }) => ({
      pubkey,
      isSigner: role >= AccountRole.READONLY_SIGNER,
      isWritable: role === AccountRole.WRITABLE || role === AccountRole.WRITABLE_SIGNER,
    })),
    data: Buffer.from(data ?? []).toString("base64"),
  };
}
