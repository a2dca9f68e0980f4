import fc from "fast-check";
import { expect, test } from "vitest";
import { mostInput, swapFee } from "./swap-fee.ts";

test("the fee and its discount are rounded down", () => {
  expect(swapFee(1_999n, 1_000n, false)).toEqual({ gross: 1n, charged: 1n });
  expect(swapFee(19_999n, 1_000n, true)).toEqual({ gross: 19n, charged: 17n });
});

test("the maximum input leaves no room for another unit, and enough for the fee", () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(
      amounts,
      fc.bigInt({ min: 0n, max: 50_000n }),
      fc.boolean(),
      (held, ppm, isReferred) => {
        const most = mostInput(held, ppm, isReferred);
        const total = (amount: bigint) => amount + swapFee(amount, ppm, isReferred).charged;
        expect(total(most) <= held).toBe(true);
        expect(total(most + 1n) > held).toBe(true);
      },
    ),
  );
});
