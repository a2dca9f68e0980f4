/**
 * The first state of the simulated chain: mints, the treasury, the vault's multisig, pools at
 * market prices, and the aggregator with its lookup table.
 */
import { type Address, address, type EncodedAccount, lamports } from "@solana/kit";
import {
  findAssociatedTokenPda,
  getMintEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { POOL_PROGRAM, POOLS, type PoolListing } from "#lib/protocol/solana/pools.ts";
import { JUPITER_PROGRAM, SYSTEM_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { ROUTE_TABLE, routeTableAddresses } from "#lib/protocol/solana/simulated-route.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { encodeMultisig, VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import {
  poolAccounts,
  rentExemptLamports,
  tokenAccount,
} from "#services/chain/programs/pool-accounts.ts";
import { poolProgram } from "#services/chain/programs/pool-program.ts";
import { routeProgram } from "#services/chain/programs/route-program.ts";
import { encodeLookupTable, LOOKUP_TABLE_PROGRAM } from "#services/chain/vm/lookup-table.ts";
import type { Vm } from "#services/chain/vm/vm.ts";
import type { Genesis } from "./genesis-file.ts";

/**
 * With the pools, the sum stays below 2^53 lamports: clients read lamports from JSON as numbers,
 * which are exact up to there.
 */
const FAUCET_LAMPORTS = 4_000_000_000_000_000n;
const TREASURY_LAMPORTS = 1_000_000_000_000_000n;
const TREASURY_WORTH = 1_000_000_000_000n;
const PRICE_DECIMALS = 9;

/** Prices in USDC for a chain without a market to ask. */
export const BASE_PRICES: Record<TokenSymbol, string> = {
  USDC: "1",
  SOL: "150",
  BTC: "64000",
  ETH: "3200",
  THIN: "0.05",
};

/** @param faucet the account that gives airdrops */
export async function buildGenesis(vm: Vm, genesis: Genesis, faucet: string): Promise<void> {
  const put = (account: EncodedAccount) =>
    vm.setAccount(account.address, {
      lamports: account.lamports,
      data: new Uint8Array(account.data),
      owner: account.programAddress,
      executable: account.executable,
    });
  put(accountOf(faucet, SYSTEM_PROGRAM, new Uint8Array(), FAUCET_LAMPORTS));
  if (genesis.treasury !== faucet) {
    put(accountOf(genesis.treasury, SYSTEM_PROGRAM, new Uint8Array(), TREASURY_LAMPORTS));
  }
  vm.addProgram(POOL_PROGRAM, poolProgram());
  vm.addProgram(JUPITER_PROGRAM, routeProgram());
  const table = encodeLookupTable(await routeTableAddresses());
  put(accountOf(ROUTE_TABLE, LOOKUP_TABLE_PROGRAM, table, rentExemptLamports(table.length)));
  const supplies = new Map<TokenSymbol, bigint>();
  for (const listing of POOLS) await putPool(put, supplies, genesis, listing);
  for (const symbol of ["USDC", "BTC", "ETH", "THIN"] as const) {
    const held = worthOf(genesis, symbol, TREASURY_WORTH / (symbol === "USDC" ? 1n : 100n));
    put(await associated(genesis.treasury, symbol, held));
    put(mintAccount(symbol, genesis.treasury, held + (supplies.get(symbol) ?? 0n)));
  }
  // Programs that make accounts of wrapped SOL read its mint. It has no mint authority.
  put(mintAccount("SOL", null, 0n));
  await putVault(put, genesis.vault);
}

type Put = (account: EncodedAccount) => void;

async function putPool(
  put: Put,
  supplies: Map<TokenSymbol, bigint>,
  genesis: Genesis,
  { a, b, feePpm, depth }: PoolListing,
): Promise<void> {
  const reserveA = worthOf(genesis, a, depth);
  const reserveB = worthOf(genesis, b, depth);
  const made = await poolAccounts({
    programAddress: address(POOL_PROGRAM),
    mintA: address(TOKENS[a].mint),
    mintB: address(TOKENS[b].mint),
    feePpm,
    reserveA,
    reserveB,
  });
  for (const account of [made.pool, made.vaultA, made.vaultB]) put(account);
  supplies.set(a, (supplies.get(a) ?? 0n) + reserveA);
  supplies.set(b, (supplies.get(b) ?? 0n) + reserveB);
}

async function putVault(put: Put, vault: Genesis["vault"]): Promise<void> {
  if (vault === null) return;
  const data = encodeMultisig(VAULT_THRESHOLD, vault.signers);
  put(accountOf(vault.authority, TOKEN_PROGRAM_ADDRESS, data, rentExemptLamports(data.length)));
  put(await associated(vault.authority, "USDC", 0n));
}

/** The base units of a token that are worth this many whole USDC. */
function worthOf({ prices }: Genesis, symbol: TokenSymbol, usdc: bigint): bigint {
  const price = parseDecimal(prices[symbol] ?? BASE_PRICES[symbol], PRICE_DECIMALS);
  if (!price) throw new RangeError(`${symbol} has no price`);
  return (usdc * 10n ** BigInt(TOKENS[symbol].decimals + PRICE_DECIMALS)) / price;
}

async function associated(owner: string, symbol: TokenSymbol, amount: bigint) {
  const mint = address(TOKENS[symbol].mint);
  const holder = address(owner);
  const [key] = await findAssociatedTokenPda({
    owner: holder,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  return tokenAccount({ address: key, owner: holder, mint, amount });
}

function mintAccount(symbol: TokenSymbol, authority: string | null, supply: bigint) {
  const { mint, decimals } = TOKENS[symbol];
  const data = getMintEncoder().encode({
    mintAuthority: authority === null ? null : address(authority),
    supply,
    decimals,
    isInitialized: true,
    freezeAuthority: null,
  });
  return accountOf(
    mint,
    TOKEN_PROGRAM_ADDRESS,
    new Uint8Array(data),
    rentExemptLamports(data.length),
  );
}

function accountOf(
  key: string,
  program: string | Address,
  data: Uint8Array,
  held: bigint,
): EncodedAccount {
  return {
    address: address(key),
    programAddress: address(program),
    data,
    space: BigInt(data.length),
    lamports: lamports(held),
    executable: false,
  };
}
