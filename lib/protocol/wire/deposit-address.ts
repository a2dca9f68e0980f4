/** An account's deposit address and what is on its way from there, as custody tells the app and the app its pages. Money is in USDC. */
import { z } from "zod";
import { decimal, pubkey, time } from "./values.ts";

/** `sent`: on its way into the vault. `final`: in the vault. `credited`: in the balance. `failed`: another follows. */
export const SWEEP_STATES = ["sent", "final", "credited", "failed"] as const;

export const DepositAddressState = z
  .object({
    account: pubkey,
    address: pubkey.describe(
      "Send USDC here, from any wallet or exchange; it belongs to this account",
    ),
    token_account: pubkey.describe("The address's token account, for programs"),
    minimum: decimal.describe("From this sum on it is credited; less waits for more"),
    fee: decimal.describe("Deducted from each sum that is credited"),
    arriving: decimal.describe("On the chain, not final yet"),
    waiting: decimal.describe("Final at the address, and no move into the vault has begun"),
    moves: z
      .array(
        z.object({
          signature: z.string().describe("Transaction that moves it into the vault, base58"),
          amount: decimal.describe("Credited: what was held less the fee"),
          state: z.enum(SWEEP_STATES),
          sent_at: time,
        }),
      )
      .describe("The newest first, of the last minutes"),
  })
  .meta({ id: "DepositAddressState" });
export type DepositAddressState = z.output<typeof DepositAddressState>;
