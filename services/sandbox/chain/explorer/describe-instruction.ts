/** What an instruction does, in one line of markup. */
import { base58 } from "@scure/base";
import { z } from "zod";
import { BorshReader } from "#lib/protocol/signing/borsh.ts";
import {
  leastOfQuote,
  ROUTE_ACCOUNTS,
  ROUTE_HEADER,
  ROUTE_V2,
} from "#lib/protocol/solana/jupiter-route.ts";
import { ALL_OF_SOURCE, SWAP_ACCOUNTS, SWAP_DATA_BYTES } from "#lib/protocol/solana/pool.ts";
import { POOL_PROGRAM } from "#lib/protocol/solana/pools.ts";
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "#lib/protocol/solana/programs.ts";
import { assetOfMint } from "#lib/protocol/swaps/assets.ts";
import { shownAmount } from "#lib/protocol/wire/solana-rpc.ts";
import {
  type ChainInstruction,
  type ChainTransaction,
} from "#services/sandbox/chain/archive/chain-reader.ts";
import { escapeHtml } from "#services/sandbox/site/html.ts";
import { addressLink, amountHtml, shortLink, solHtml, symbolOf } from "./parts.ts";

const PROGRAM_NAMES: Partial<Record<string, string>> = {
  [SYSTEM_PROGRAM]: "System",
  [TOKEN_PROGRAM]: "Token",
  [ASSOCIATED_TOKEN_PROGRAM]: "Associated token account",
  [MEMO_PROGRAM]: "Memo",
  [COMPUTE_BUDGET_PROGRAM]: "Compute budget",
  [POOL_PROGRAM]: "Pool",
  [JUPITER_PROGRAM]: "Simulated aggregator",
};

/** What the transaction says about a token account. */
export type TokenAccount = { mint: string; owner: string | undefined; decimals: number };
export type TokenAccounts = ReadonlyMap<string, TokenAccount>;

/** Token accounts of the transaction by their addresses. */
export function tokenAccountsOf({ meta, transaction }: ChainTransaction): TokenAccounts {
  const keys = transaction.message.accountKeys;
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
  return new Map(
    balances.map(({ accountIndex, mint, owner, uiTokenAmount }) => [
      keys[accountIndex]?.pubkey ?? "",
      { mint, owner, decimals: uiTokenAmount.decimals },
    ]),
  );
}

/** Markup: the program and its instruction. */
export function describeInstruction(one: ChainInstruction, tokens: TokenAccounts): string {
  const name = PROGRAM_NAMES[one.programId];
  const program =
    name === undefined ? addressLink(one.programId) : addressLink(one.programId, name);
  const text =
    parsedText(one.parsed, tokens) ?? swapText(one, tokens) ?? routeText(one) ?? plainText(one);
  return `${program}${text === "" ? "" : `: ${text}`}`;
}

const transferChecked = z.looseObject({
  type: z.literal("transferChecked"),
  info: z.looseObject({
    source: z.string(),
    destination: z.string(),
    mint: z.string(),
    tokenAmount: shownAmount,
  }),
});
const tokenTransfer = z.looseObject({
  type: z.literal("transfer"),
  info: z.looseObject({
    source: z.string(),
    destination: z.string(),
    amount: z.string().regex(/^\d{1,20}$/),
  }),
});
const solTransfer = z.looseObject({
  type: z.literal("transfer"),
  info: z.looseObject({
    source: z.string(),
    destination: z.string(),
    lamports: z.number().int().min(0),
  }),
});
const creation = z.looseObject({
  type: z.enum(["create", "createIdempotent"]),
  info: z.looseObject({ account: z.string(), wallet: z.string(), mint: z.string() }),
});
const other = z.looseObject({ type: z.string() });

/** Undefined for what the node could not read. */
function parsedText(parsed: unknown, tokens: TokenAccounts): string | undefined {
  if (parsed === undefined) return undefined;
  if (typeof parsed === "string") return `<q>${escapeHtml(parsed)}</q>`;
  const checked = transferChecked.safeParse(parsed);
  if (checked.success) {
    const { mint, tokenAmount: sum } = checked.data.info;
    return movement(amountHtml(BigInt(sum.amount), sum.decimals, mint), checked.data.info, tokens);
  }
  const plain = tokenTransfer.safeParse(parsed);
  if (plain.success) {
    const { source, destination, amount } = plain.data.info;
    const known = tokens.get(source) ?? tokens.get(destination);
    const sum = amountHtml(BigInt(amount), known?.decimals ?? 0, known?.mint);
    return movement(sum, plain.data.info, tokens);
  }
  const sol = solTransfer.safeParse(parsed);
  if (sol.success) return movement(solHtml(BigInt(sol.data.info.lamports)), sol.data.info, tokens);
  const made = creation.safeParse(parsed);
  if (made.success) {
    const { account, wallet, mint } = made.data.info;
    const token = symbolOf(mint) ?? addressLink(mint);
    return `${addressLink(account, "the account")} for ${token} of ${shortLink(wallet)}`;
  }
  return escapeHtml(other.safeParse(parsed).data?.type ?? "");
}

function movement(
  sum: string,
  { source, destination }: { source: string; destination: string },
  tokens: TokenAccounts,
): string {
  const holder = (key: string) => shortLink(tokens.get(key)?.owner ?? key);
  return `${sum} from ${holder(source)} to ${holder(destination)}`;
}

function swapText(one: ChainInstruction, tokens: TokenAccounts): string | undefined {
  const { programId, accounts, data } = one;
  if (programId !== POOL_PROGRAM || accounts?.length !== SWAP_ACCOUNTS.length) return undefined;
  const bytes = base58.decode(data ?? "");
  if (bytes.length !== SWAP_DATA_BYTES) return undefined;
  const reader = new BorshReader(bytes, 0);
  const [amountIn, minOut] = [reader.u64(), reader.u64()];
  const at = (name: (typeof SWAP_ACCOUNTS)[number]) => accounts[SWAP_ACCOUNTS.indexOf(name)] ?? "";
  const sum = (key: string, units: bigint) =>
    amountHtml(units, tokens.get(key)?.decimals ?? 0, tokens.get(key)?.mint);
  const given = amountIn === ALL_OF_SOURCE ? "everything" : sum(at("vaultIn"), amountIn);
  const pool = addressLink(at("pool"), "the pool");
  return `swaps ${given} for at least ${sum(at("vaultOut"), minOut)} in ${pool}`;
}

function routeText({ programId, accounts = [], data }: ChainInstruction): string | undefined {
  if (programId !== JUPITER_PROGRAM) return undefined;
  const bytes = Buffer.from(base58.decode(data ?? ""));
  if (bytes.length < ROUTE_HEADER.bytes || !bytes.subarray(0, ROUTE_V2.length).equals(ROUTE_V2))
    return undefined;
  const sum = (name: "sourceMint" | "destinationMint", units: bigint) => {
    const mint = accounts[ROUTE_ACCOUNTS.indexOf(name)] ?? "";
    return amountHtml(units, assetOfMint(mint)?.decimals ?? 0, mint);
  };
  const least = leastOfQuote(
    bytes.readBigUInt64LE(ROUTE_HEADER.quotedOut),
    bytes.readUInt16LE(ROUTE_HEADER.slippageBps),
  );
  const given = sum("sourceMint", bytes.readBigUInt64LE(ROUTE_HEADER.inAmount));
  const steps = bytes.readUInt32LE(ROUTE_HEADER.steps);
  const route = steps === 1 ? "1 pool" : `${steps} pools`;
  return `swaps ${given} for at least ${sum("destinationMint", least)} in ${route}`;
}

function plainText({ accounts }: ChainInstruction): string {
  const count = accounts?.length ?? 0;
  if (count === 0) return "";
  return count === 1 ? "with 1 account" : `with ${count} accounts`;
}
