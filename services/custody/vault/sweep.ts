/**
 * The one transaction that moves a deposit from its own address into the vault. It pays the vault and the fee, names the account in
 * a memo, and can do nothing else. A signer makes it again and signs only equal bytes.
 */
import {
  type Address,
  address,
  createNoopSigner,
  getCompiledTransactionMessageDecoder,
} from "@solana/kit";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { type DepositKey, deriveDepositAddress } from "#lib/kernel/deposit-key.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { MEMO_PROGRAM, TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { depositMemo, SWEEP_FEE } from "#lib/protocol/solana/vault.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import { compileMessage } from "./compile-message.ts";
import type { Vault } from "./vault-address.ts";

const STATE_AT = 108;
const INITIALIZED = 1;

/** Where deposits of an account arrive. All are base58. */
export type DepositAddress = {
  account: string;
  /** Given to users. */
  address: string;
  /** Its token account, which wallets and exchanges derive. */
  tokenAccount: string;
};

export async function depositAddressOf(
  key: DepositKey,
  { mint }: Vault,
  account: string,
): Promise<DepositAddress> {
  const owner = deriveDepositAddress(key, account);
  return { account, address: owner, tokenAccount: await tokenAccountOf(owner, mint) };
}

/**
 * What can be moved from a deposit address, in base units. Nothing while the account is closed, frozen, of another mint or of
 * another owner.
 */
export function sweepableUnits(
  found: { owner: string; data: Uint8Array } | null,
  from: DepositAddress,
  { mint }: Vault,
): bigint {
  if (found?.owner !== TOKEN_PROGRAM || found.data[STATE_AT] !== INITIALIZED) return 0n;
  const held = readTokenHolding(found.data);
  return held?.owner === from.address && held.mint === mint ? held.amount : 0n;
}

export type Sweep = {
  vault: Vault;
  from: DepositAddress;
  /** All that the address holds, in base units. The fee is part of it. */
  amount: bigint;
  /** Pays the network's fees, and receives the fee. */
  feePayer: string;
  blockhash: string;
};

/** What custody asks two signers to sign together. */
export type SweepProposal = { account: string; message: Uint8Array };

/** The bytes that the fee payer signs, and two signers for the deposit address. */
export async function sweepMessage({
  vault,
  from,
  amount,
  feePayer,
  blockhash,
}: Sweep): Promise<Uint8Array> {
  const payer = createNoopSigner(address(feePayer));
  const mint = address(vault.mint);
  const fees = await tokenAccountOf(feePayer, vault.mint);
  const transfer = (destination: Address, units: bigint) =>
    getTransferCheckedInstruction({
      source: address(from.tokenAccount),
      mint,
      destination,
      authority: createNoopSigner(address(from.address)),
      amount: units,
      decimals: USDC_DECIMALS,
    });
  const memo = new TextEncoder().encode(depositMemo(from.account));
  return compileMessage({ feePayer: payer.address, blockhash }, [
    transfer(address(vault.account), amount - SWEEP_FEE),
    // The fee account's own token account is opened once, with rent that it pays.
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: fees,
      owner: payer.address,
      mint,
    }),
    transfer(fees, SWEEP_FEE),
    { programAddress: address(MEMO_PROGRAM), data: memo },
  ]);
}

/** The parts that do not follow from the deposit; undefined for bytes that cannot be a sweep. */
export function readSweepEnvelope(
  message: Uint8Array,
): Pick<Sweep, "feePayer" | "blockhash"> | undefined {
  try {
    const decoded = getCompiledTransactionMessageDecoder().decode(message);
    if (decoded.version !== 0 || decoded.header.numSignerAccounts !== 2) return undefined;
    const [feePayer] = decoded.staticAccounts;
    if (feePayer === undefined || !("lifetimeToken" in decoded)) return undefined;
    return { feePayer, blockhash: decoded.lifetimeToken };
  } catch {
    return undefined;
  }
}
