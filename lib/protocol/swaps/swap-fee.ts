/** The service's fee of a swap: a share of the input, paid on top of it in the input's token. */
import { DISCOUNT_PPM } from "#lib/protocol/partner/partner-levels.ts";
import { PPM } from "#lib/protocol/solana/pool.ts";

/** Base units of the input: before the discount of referred users, and what is paid. */
export type SwapFee = { gross: bigint; charged: bigint };

/** What a wallet pays: `feePpm` is the share of the input, in millionths. */
export type FeeTerms = { feePpm: bigint; isReferred: boolean };

/** Both amounts are rounded down. @param feePpm share of the input, in millionths */
export function swapFee(amountIn: bigint, feePpm: bigint, isReferred: boolean): SwapFee {
  const gross = (amountIn * feePpm) / PPM;
  const kept = PPM - BigInt(DISCOUNT_PPM);
  return { gross, charged: isReferred ? (gross * kept) / PPM : gross };
}

/** The most that can be swapped so that amount and fee are not above `held`, in base units. */
export function mostInput(held: bigint, feePpm: bigint, isReferred: boolean): bigint {
  let [fits, tooMuch] = [0n, held + 1n];
  while (tooMuch - fits > 1n) {
    const amount = (fits + tooMuch) / 2n;
    if (amount + swapFee(amount, feePpm, isReferred).charged <= held) fits = amount;
    else tooMuch = amount;
  }
  return fits;
}
