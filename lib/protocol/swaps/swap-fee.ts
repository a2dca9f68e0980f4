/** The service's fee for a swap: a share of the input, paid on top of it in the input's token. */
import { DISCOUNT_PPM } from "#lib/protocol/partner/partner-levels.ts";
import { PPM } from "#lib/protocol/solana/pool.ts";

/**
 * Base units of the input: the fee before the discount of referred users, and the fee that is paid.
 */
export type SwapFee = { gross: bigint; charged: bigint };

/** The fee terms of a wallet. `feePpm`: share of the input, in millionths. */
export type FeeTerms = { feePpm: bigint; isReferred: boolean };

/** Both amounts are rounded down. @param feePpm share of the input, in millionths */
export function swapFee(amountIn: bigint, feePpm: bigint, isReferred: boolean): SwapFee {
  const gross = (amountIn * feePpm) / PPM;
  const discounted = PPM - BigInt(DISCOUNT_PPM);
  return { gross, charged: isReferred ? (gross * discounted) / PPM : gross };
}

/** The highest input whose amount and fee together are at most `held`, in base units. */
export function mostInput(held: bigint, feePpm: bigint, isReferred: boolean): bigint {
  let [fits, tooMuch] = [0n, held + 1n];
  while (tooMuch - fits > 1n) {
    const amount = (fits + tooMuch) / 2n;
    if (amount + swapFee(amount, feePpm, isReferred).charged <= held) fits = amount;
    else tooMuch = amount;
  }
  return fits;
}
