/** Proofs of reserves: what the venue owes, account by account, beside what its vault held. Money is in USDC, times are Unix milliseconds. */
import { z } from "zod";
import { SOLANA_NETWORKS } from "#lib/protocol/solana.ts";
import { account, count, decimal, pubkey, signedDecimal, time } from "./values.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const transaction = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);

/** The sums of the venue that belong to no account, in the order in which they join the tree. */
export const RESERVES_SUMS = ["fees", "insurance", "reserved", "funding"] as const;

const owed = {
  balance: signedDecimal.describe("Balance, without unrealised profit and loss"),
  positions: signedDecimal.describe(
    "What closing all positions at the mark would add to the balance: unrealised profit and loss less unsettled funding",
  ),
};

export const ReservesNode = z
  .object({
    hash: sha256.describe("SHA-256, hex"),
    sum: decimal.describe("Sum of all leaves below, in USDC"),
  })
  .meta({ id: "ReservesNode" });
export type ReservesNode = z.output<typeof ReservesNode>;

export const ReservesSum = z
  .object({
    name: z
      .enum(RESERVES_SUMS)
      .describe(
        "fees: charged trading fees. insurance: the insurance fund. reserved: withdrawals under way. funding: what rounding of funding leaves",
      ),
    ...owed,
  })
  .meta({ id: "ReservesSum" });
export type ReservesSum = z.output<typeof ReservesSum>;

export const ReservesProof = z
  .object({
    height: count.describe("The block of the journal whose state it shows; the proof's number"),
    time: time.describe("Time of that block"),
    account_count: count.describe("Accounts in the tree"),
    accounts: ReservesNode.describe("Root of the tree of all accounts"),
    sums: z
      .array(ReservesSum)
      .length(RESERVES_SUMS.length)
      .describe("What the venue owes beside the accounts; each joins the root as a leaf, in order"),
    root: ReservesNode.describe("What the venue signed: the accounts, joined with `sums`"),
    below_zero: z
      .array(
        z.object({
          leaf: sha256.describe("Hash of the leaf"),
          value: signedDecimal.describe("Balance and positions together"),
        }),
      )
      .describe("Leaves that are worth less than nothing, and count as zero"),
    public_key: pubkey.describe("The venue's key of these proofs"),
    signature: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .describe("Ed25519 over height, time, number of accounts, root and sum, hex"),
  })
  .meta({ id: "ReservesProof" });
export type ReservesProof = z.output<typeof ReservesProof>;

export const anchorFields = {
  uncredited: decimal.describe("Finalized payments into the vault that belong to no account"),
  network: z.enum(SOLANA_NETWORKS).describe("Network of the chain that keeps the anchor"),
  vault_address: pubkey.describe("Token account that holds the deposits"),
  mint: pubkey.describe("Mint of the vault's tokens"),
  payer: pubkey.describe("Account that paid for the transaction and signed it"),
  tx_hash: transaction.describe("The transaction whose memo states root and sum"),
  slot: count.describe("Finalized slot of the transaction"),
  vault_balance: decimal.describe("USDC in the vault right after it, as every node records it"),
};

export const ReservesAnchor = z
  .object({
    ...anchorFields,
    root: ReservesNode.describe("What the memo states: the venue's root, joined with `uncredited`"),
  })
  .meta({ id: "ReservesAnchor" });
export type ReservesAnchor = z.output<typeof ReservesAnchor>;

export const PublishedReserves = z
  .object({
    proof: ReservesProof.describe("What the venue states and signs"),
    anchor: ReservesAnchor.describe("The transaction in which the chain keeps its root"),
  })
  .meta({ id: "PublishedReserves" });
export type PublishedReserves = z.output<typeof PublishedReserves>;

export const ReservesLeaf = z
  .object({
    salt: sha256.describe("Random, of this account and this proof; it keeps the leaf unguessable"),
    ...owed,
    path: z
      .array(
        ReservesNode.extend({ side: z.enum(["left", "right"]).describe("Where this node is") }),
      )
      .describe("The nodes beside the way from the leaf to the root of all accounts"),
  })
  .meta({ id: "ReservesLeaf" });

/** What a person keeps: a leaf with everything that `verify-reserves.mjs` needs. */
export const ReservesClaim = PublishedReserves.extend({
  account,
  leaf: ReservesLeaf.nullable().describe("Null when the proof leaves this account out"),
}).meta({ id: "ReservesClaim" });
export type ReservesClaim = z.output<typeof ReservesClaim>;
