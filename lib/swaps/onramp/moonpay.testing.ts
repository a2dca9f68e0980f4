/** For tests: callbacks in MoonPay's form, signed with a given key. */
import { createHmac } from "node:crypto";

export type MoonpayTransaction = {
  id?: string;
  status: string;
  failureReason?: string | null;
  stages?: { failureReason?: string | null }[];
  externalTransactionId: string;
  walletAddress: string;
  cryptoTransactionId?: string | null;
  /** The text of a JSON number. */
  quoteCurrencyAmount?: string;
};

/** The body of a callback. `mark` makes two callbacks with the same content different. */
export function moonpayBody(
  transaction: MoonpayTransaction,
  { type = "transaction_updated", mark = "" }: { type?: string; mark?: string } = {},
): string {
  const { quoteCurrencyAmount = "null", ...others } = transaction;
  const fields = JSON.stringify({
    id: "7b1f6d1e-3a0b-4f6e-9a39-3a1f1f0c4f11",
    createdAt: "2026-03-01T12:00:00.000Z",
    updatedAt: `2026-03-01T12:00:00.000Z${mark}`,
    currency: { code: "usdc_sol" },
    ...others,
  });
  // The number is written as its own text, because JavaScript would round it.
  return `{"type":"${type}","data":${fields.slice(0, -1)},"quoteCurrencyAmount":${quoteCurrencyAmount}}}`;
}

/** @param now Unix milliseconds */
export function moonpaySignature(body: string | Uint8Array, key: string, now: number): string {
  const t = Math.floor(now / 1_000);
  const s = createHmac("sha256", key).update(`${t}.`).update(body).digest("hex");
  return `t=${t},s=${s}`;
}
