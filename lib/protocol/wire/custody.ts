/** Transfers as custody, vault signers and auditors read them from the venue. Times are Unix milliseconds, money is in USDC. */
import { z } from "zod";
import { WITHDRAWAL_STATUSES } from "#lib/protocol/enumerations.ts";
import { account, count, decimal, nextPage, pubkey, time } from "./values.ts";

const seq = count.describe(
  "Number of the command that last changed it; a changed transfer moves to the end of the feed",
);

export const CustodyDeposit = z
  .object({
    seq,
    kind: z.literal("DEPOSIT"),
    id: z.string(),
    account,
    amount: decimal,
    reference: z.string(),
    tx_hash: z
      .string()
      .nullable()
      .describe("Transaction on the chain, base58; null without a chain"),
    source: z.string(),
    created_at: time,
  })
  .meta({ id: "CustodyDeposit" });
export type CustodyDeposit = z.output<typeof CustodyDeposit>;

/** A payer verifies it from these fields alone: digest, signature of the owner, and the amount in the payload. */
export const CustodyWithdrawal = z
  .object({
    seq,
    kind: z.literal("WITHDRAWAL"),
    id: z.string(),
    account: pubkey.describe("The owner, who signed it and whose token account is paid"),
    amount: decimal,
    status: z.enum(WITHDRAWAL_STATUSES),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of `svc-trading:withdraw`, the account's 32 bytes and the payload"),
    payload: z
      .string()
      .regex(/^(?:[0-9a-f]{2})+$/)
      .describe(
        "Hex of the signed borsh payload: amount, fee and opens_account if signed, timestamp",
      ),
    signature: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .describe("Hex of the owner's Ed25519 signature over the digest's hex text"),
    timestamp: time.describe("The signed timestamp"),
    attempts: z
      .array(z.object({ signature: z.string(), last_valid_block_height: count }))
      .describe("Transactions that were sent, in order; all but the last can no longer land"),
    tx_hash: z.string().nullable().describe("The attempt that paid it; null until it is SETTLED"),
    reason: z.string().nullable().describe("Why it was RETURNED; null otherwise"),
    created_at: time,
    last_updated_at: time,
  })
  .meta({ id: "CustodyWithdrawal" });
export type CustodyWithdrawal = z.output<typeof CustodyWithdrawal>;

export const CustodyTransfer = z.discriminatedUnion("kind", [CustodyDeposit, CustodyWithdrawal]);
export type CustodyTransfer = z.output<typeof CustodyTransfer>;
export const CustodyTransferPage = z.object({
  results: z.array(CustodyTransfer).describe("By `seq`, each transfer once, as it is now"),
  next: nextPage.describe("Give it as `after` for the next page; null at the end of the feed"),
});
export type CustodyTransferPage = z.output<typeof CustodyTransferPage>;

/** All sums are of one state of the venue. */
export const CustodyTotals = z
  .object({
    deposits: decimal.describe("Sum of all deposits, with the insurance fund's"),
    withdrawn_settled: decimal.describe("Sum of withdrawals that are SETTLED"),
    reserved: decimal.describe("Sum of withdrawals that are RESERVED or SENT"),
    liabilities: decimal.describe("What the venue owes: deposits less withdrawn_settled"),
    seq: count.describe("The last command that the sums contain"),
    height: count.describe("The last durable block when they were read; they contain it"),
  })
  .meta({ id: "CustodyTotals" });
export type CustodyTotals = z.output<typeof CustodyTotals>;
