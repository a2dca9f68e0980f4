/** An account's deposit address and what is on its way from there, as custody tells the app and the app its pages. Money is in USDC. */
import { z } from "zod";
import { decimal, pubkey, time } from "./values.ts";

export const SWEEP_STATES = ["sent", "final", "credited", "failed"] as const;

export const DepositAddressState = z
  .object({
    account: pubkey.describe("The account that is credited"),
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
          state: z
            .enum(SWEEP_STATES)
            .describe("on its way, in the vault, in the balance, or failed: then another follows"),
          sent_at: time.describe("When it was sent"),
        }),
      )
      .describe("The newest first, of the last minutes"),
  })
  .meta({ id: "DepositAddressState" });
export type DepositAddressState = z.output<typeof DepositAddressState>;

const payment = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  .describe("Signature of the transaction that paid into the vault, base58");

/** The account is the caller's. */
export const PaymentClaim = z.strictObject({
  payment,
  signature: z
    .string()
    .regex(/^[0-9a-f]{128}$/)
    .describe(
      "Hex of the sending wallet's Ed25519 signature of the text `Credit my payment into the vault.`, an empty line, `Payment: <payment>` and `Account: <account>`",
    ),
});
export type PaymentClaim = z.output<typeof PaymentClaim>;

export const ClaimedPayment = z.object({
  payment,
  account: pubkey.describe("The account that was credited"),
});
export type ClaimedPayment = z.output<typeof ClaimedPayment>;
