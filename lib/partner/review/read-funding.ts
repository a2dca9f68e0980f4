/** Whether wallets of a partner paid a wallet, as the chain shows it at *finalized*. */
import { z } from "zod";
import type { ChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { RPC_RESULTS } from "#lib/protocol/wire/solana-rpc.ts";

type Node = Pick<ChainClient, "call">;

/** Signatures of an address that are compared, the newest. */
const MAX_SIGNATURES = 1_000;
/** Common transactions that are read. */
const MAX_TRANSACTIONS = 20;

const parsed = RPC_RESULTS["getTransaction jsonParsed"].unwrap();
const TransactionRead = parsed.extend({
  meta: parsed.shape.meta.extend({
    preBalances: z.array(z.number()),
    postBalances: z.array(z.number()),
  }),
  transaction: parsed.shape.transaction.extend({
    message: z.looseObject({
      accountKeys: z.array(z.looseObject({ pubkey: z.string(), signer: z.boolean() })),
    }),
  }),
});
type Read = z.output<typeof TransactionRead>;

export type FundingQuestion = {
  /** Base58. */
  wallet: string;
  /** Wallets of the partner, base58. */
  partners: readonly string[];
  /** Mint of USDC, base58. */
  mint: string;
};

/** True when one of the partner's wallets signed a transaction in which the wallet got SOL or tokens. @throws ChainUnreachable */
export async function isFunded(node: Node, question: FundingQuestion): Promise<boolean> {
  const { wallet, partners, mint } = question;
  const account = await tokenAccountOf(wallet, mint);
  const own = [wallet, account];
  const got = new Set((await Promise.all(own.map((one) => signaturesOf(node, one)))).flat());
  if (got.size === 0) return false;
  for (const partner of partners) {
    const common = (await signaturesOf(node, partner)).filter((one) => got.has(one));
    for (const signature of common.slice(0, MAX_TRANSACTIONS)) {
      const read = await transactionOf(node, signature);
      if (read !== null && isSignedBy(read, partner) && hasGained(read, wallet)) return true;
    }
  }
  return false;
}

/** Empty for an account that the node refuses to list. */
async function signaturesOf(node: Node, address: string): Promise<string[]> {
  const config = { commitment: "finalized", limit: MAX_SIGNATURES };
  const answer = await node.call({ method: "getSignaturesForAddress", params: [address, config] });
  if ("error" in answer) return [];
  const rows = RPC_RESULTS.getSignaturesForAddress.parse(answer.result);
  return rows.filter(({ err }) => err === null).map(({ signature }) => signature);
}

async function transactionOf(node: Node, signature: string): Promise<Read | null> {
  const config = {
    encoding: "jsonParsed",
    commitment: "finalized",
    maxSupportedTransactionVersion: 0,
  };
  const answer = await node.call({ method: "getTransaction", params: [signature, config] });
  return "error" in answer ? null : TransactionRead.nullable().parse(answer.result);
}

function isSignedBy({ transaction }: Read, wallet: string): boolean {
  return transaction.message.accountKeys.some(({ pubkey, signer }) => signer && pubkey === wallet);
}

function hasGained({ meta, transaction }: Read, wallet: string): boolean {
  const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === wallet);
  const lamports = (balances: number[]): number => balances[index] ?? 0;
  if (index >= 0 && lamports(meta.postBalances) > lamports(meta.preBalances)) return true;
  const tokens = (balances: Read["meta"]["postTokenBalances"], mint: string) =>
    (balances ?? [])
      .filter((one) => one.owner === wallet && one.mint === mint)
      .reduce((sum, one) => sum + BigInt(one.uiTokenAmount.amount), 0n);
  const mints = new Set((meta.postTokenBalances ?? []).map(({ mint }) => mint));
  return [...mints].some(
    (mint) => tokens(meta.postTokenBalances, mint) > tokens(meta.preTokenBalances, mint),
  );
}
