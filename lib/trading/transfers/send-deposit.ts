/** Passes a deposit that the wallet signed on to the chain, and no other transaction. */
import "server-only";
import { base58 } from "@scure/base";
import { z } from "zod";
import type { RpcAnswer } from "#lib/kernel/chain-client/read-payment.ts";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { askingChain } from "#lib/platform/outbound/configured-chain.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { type DepositTransaction, readDeposit } from "#lib/protocol/solana/deposit-transaction.ts";
import { depositMemo } from "#lib/protocol/solana/vault.ts";
import type { SentTransaction } from "#lib/protocol/wire/chain.ts";
import { requireVault, vaultNode } from "./vault-chain.ts";

type Context = { actor: WalletActor; quotas: Quota[] };

/**
 * Sends the bytes as they are; the same bytes may be sent again and land once.
 * @param transaction in base64
 * @throws TRANSACTION_MISMATCH for anything but a deposit of the session's wallet, INSUFFICIENT_BALANCE, TRANSACTION_EXPIRED and
 * TRANSACTION_REFUSED when the node did not take it, RATE_LIMITED, TRANSFERS_NOT_AVAILABLE, CHAIN_UNREACHABLE: then it may be on its way
 */
export async function sendDeposit(
  { actor, quotas }: Context,
  transaction: string,
): Promise<SentTransaction> {
  await takeQuotas(quotas, ["chain_sends", actor.userId]);
  const deposit = await checkedDeposit(actor, transaction);
  const signature = base58.encode(deposit.signature);
  const node = await vaultNode();
  const config = { encoding: "base64", preflightCommitment: "confirmed", maxRetries: 0 };
  const question = { method: "sendTransaction", params: [transaction, config] };
  const answer = await askingChain(() => node.call(question));
  if ("error" in answer) refuseUnlessKnown(answer.error);
  return { signature };
}

async function checkedDeposit(
  { account }: WalletActor,
  transaction: string,
): Promise<DepositTransaction> {
  const { mint, address: vault } = await requireVault();
  const read = readDeposit(Buffer.from(transaction, "base64"), { mint, vault });
  if (!read.ok) throw new ServiceError("TRANSACTION_MISMATCH", { reason: read.reason });
  const { deposit } = read;
  const problem = problemOf(deposit, account);
  if (problem !== undefined) throw new ServiceError("TRANSACTION_MISMATCH", { reason: problem });
  return deposit;
}

function problemOf(deposit: DepositTransaction, account: string): string | undefined {
  if (deposit.payer !== account) return "another wallet pays it";
  if (deposit.memo !== depositMemo(account)) return "its memo names another account";
  const key = decodePublicKey(account);
  if (key === undefined || !isSignedBy(key, deposit.message, deposit.signature))
    return "its signature is not the wallet's";
  return undefined;
}

const preflight = z.looseObject({
  err: z.union([z.string(), z.record(z.string(), z.unknown())]),
});
/** The error of the token program for a balance that is too small; the node's own for one without any SOL. */
const TOO_LITTLE = /"Custom":1\b|^"(?:InsufficientFunds|AccountNotFound)|InsufficientFundsForRent/;

/** A node that has the transaction already has taken it. */
function refuseUnlessKnown({
  message,
  data,
}: Extract<RpcAnswer, { error: unknown }>["error"]): void {
  const parsed = preflight.safeParse(data);
  const error = parsed.success ? JSON.stringify(parsed.data.err) : "";
  if (error === '"AlreadyProcessed"') return;
  if (error === '"BlockhashNotFound"') throw new ServiceError("TRANSACTION_EXPIRED");
  if (TOO_LITTLE.test(error)) throw new ServiceError("INSUFFICIENT_BALANCE");
  throw new ServiceError("TRANSACTION_REFUSED", { reason: message });
}
