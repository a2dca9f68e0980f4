/** The vault as custody proves it. Money is in USDC, times are Unix milliseconds. */
import { z } from "zod";
import { SOLANA_NETWORKS } from "#lib/protocol/solana.ts";
import { VenueTotals } from "./market.ts";
import { count, decimal, pubkey, signedDecimal, time } from "./values.ts";

export const VaultSigner = z
  .object({
    name: z.string(),
    public_key: pubkey,
    /** It has answered within the last seconds. */
    reachable: z.boolean(),
    simulated: z.boolean(),
  })
  .meta({ id: "VaultSigner" });
export type VaultSigner = z.output<typeof VaultSigner>;

export const VaultProof = z
  .object({
    network: z.enum(SOLANA_NETWORKS),
    vault_address: pubkey.describe("Token account that holds the deposits"),
    authority: pubkey.describe("Multisig that owns the vault"),
    mint: pubkey,
    threshold: count.describe("Keys that must sign a payment"),
    signers: z.array(VaultSigner),
    balance: decimal.describe("USDC in the vault at the newest finalized slot"),
    liabilities: decimal.describe("What the venue owes, with withdrawals under way"),
    reserved: decimal.describe("Of the liabilities, withdrawals under way"),
    unattributed: decimal.describe("Finalized payments into the vault that belong to no account"),
    difference: signedDecimal.describe("balance - liabilities; negative is a deficit"),
    slot: count.describe("The finalized slot of the balance"),
    read_at: time,
    paying: z
      .boolean()
      .describe("False while a deficit, or signers that cannot be reached, stop payments"),
  })
  .meta({ id: "VaultProof" });
export type VaultProof = z.output<typeof VaultProof>;

const { vault_address, liabilities, unattributed, difference } = VaultProof.shape;

/** Totals of the venue, with those of its vault where there is one: `value_locked` is then what the chain shows. */
export const PublicTotals = z.object({
  ...VenueTotals.shape,
  vault_address: vault_address.optional(),
  liabilities: liabilities.optional(),
  unattributed: unattributed.optional(),
  difference: difference.optional(),
});
export type PublicTotals = z.output<typeof PublicTotals>;
