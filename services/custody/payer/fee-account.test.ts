/** The fee account warns when it falls fast, and stops paying for openings before it stops paying. */

import { expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { FeeAccount } from "./fee-account.ts";

const SOL = 1_000_000_000n;

function watched(alertLamports: bigint) {
  const clock = { now: 1_800_000_000_000 };
  const lines: string[] = [];
  const log = {
    warn: (_: object, text: string) => lines.push(text),
    info: (_: object, text: string) => lines.push(text),
  };
  const account = new FeeAccount({
    publicKey: "payer",
    alertLamports,
    now: () => clock.now,
    log: log as unknown as ConstructorParameters<typeof FeeAccount>[0]["log"],
  });
  return { account, clock, lines };
}

test("it reports once that the balance falls fast, also with refills, and once that it no longer does", () => {
  const { account, clock, lines } = watched(SOL / 20n);
  for (let minute = 0; minute < 30; minute += 1) {
    // With a refill after 15 minutes.
    account.read(SOL + (minute < 15 ? 0n : SOL) - BigInt(minute) * 2_000_000n);
    clock.now += MINUTE_MS;
  }
  expect(account.fallen).toBe(56_000_000n);
  expect(account.fallsFast).toBe(true);
  clock.now += 61 * MINUTE_MS;
  account.read(SOL);
  account.read(SOL);
  expect(account.fallsFast).toBe(false);
  expect(lines).toEqual([
    "the fee account falls faster than CUSTODY_FEE_ALERT",
    "the fee account falls slowly again",
  ]);
});

test("with a low balance it still pays, but opens no account", () => {
  const { account } = watched(SOL);
  expect([account.lamports, account.canPay, account.canOpen]).toEqual([undefined, false, false]);
  account.read(50_000_000n);
  expect([account.canPay, account.canOpen]).toEqual([true, true]);
  account.read(49_999_999n);
  expect([account.canPay, account.canOpen]).toEqual([true, false]);
  account.read(4_999_999n);
  expect([account.canPay, account.canOpen]).toEqual([false, false]);
});
