/** How long a named payment is looked up, and what its purchase says meanwhile. */

import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newWallet, startTime, time } from "#app/api/auth/auth.testing.ts";
import { ChainUnreachable } from "#lib/kernel/chain-client/chain-unreachable.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { GIVEN_UP_AFTER_MS } from "#lib/swaps/onramp/deliver-purchases.ts";
import { onrampCallbacks, onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { type CallbackChange, OnrampService } from "./onramp-service.testing.ts";

/** Well-formed, but no transaction has it. */
const MISSING = "4".repeat(87);

describe.skipIf(!hasVm)("a payment that was named", () => {
  let service: OnrampService;
  beforeAll(async () => {
    service = await OnrampService.open();
  });
  afterAll(() => service.close());
  afterEach(startTime);

  const begin = async () => {
    const buyer = await service.buyer();
    return { buyer, purchase: await service.start(buyer) };
  };
  const completed = (signature: string): CallbackChange => ({
    status: "completed",
    cryptoTransactionId: signature,
    quoteCurrencyAmount: "96.5",
  });
  const stateOf = async ({ id }: Pick<Purchase, "id">) => {
    const { status, reason } = await service.row({ id });
    return reason === null ? status : `${status} ${reason}`;
  };
  const nextReadsOf = async ({ id }: Pick<Purchase, "id">) => {
    const { pollAt, purchaseId } = onrampCallbacks;
    const rows = await service.db
      .select({ pollAt })
      .from(onrampCallbacks)
      .where(eq(purchaseId, id));
    return rows.map((row) => row.pollAt);
  };
  /** A payment that is named, and looked up until it is given up. */
  const giveUp = async (purchase: Purchase, signature = MISSING) => {
    const sent = service.said(purchase, completed(signature));
    const now = service.now();
    expect(await service.send(sent)).toBe("204");
    await service.deliver(now + HOUR_MS);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(now + 2 * HOUR_MS + GIVEN_UP_AFTER_MS);
    expect(await stateOf(purchase)).toBe("paid given_up");
    expect(await nextReadsOf(purchase)).toEqual([null]);
    return sent;
  };

  test("is looked up again after any time without an answer of the chain", async () => {
    const { buyer, purchase } = await begin();
    const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
    await service.callBack(purchase, completed(signature));
    const now = service.now();
    const away = { readPayment: () => Promise.reject(new Error("away")) };
    await expect(service.deliver(now, away)).rejects.toThrow("could not be looked up");
    await expect(service.deliver(now, away)).resolves.toBeUndefined();
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(now + 2 * GIVEN_UP_AFTER_MS);
    expect(await stateOf(purchase)).toBe("delivered");
  });

  test("is not given up by the first answer after a day without one", async () => {
    const { purchase } = await begin();
    await service.callBack(purchase, completed(MISSING));
    const back = service.now() + 2 * GIVEN_UP_AFTER_MS;
    await service.deliver(back);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(back + GIVEN_UP_AFTER_MS);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(back + GIVEN_UP_AFTER_MS + HOUR_MS);
    expect(await stateOf(purchase)).toBe("paid given_up");
  });

  test("is given up after a day, until another callback names one", async () => {
    const { buyer, purchase } = await begin();
    await giveUp(purchase);
    const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
    await service.callBack(purchase, completed(signature));
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver();
    expect(await stateOf(purchase)).toBe("delivered");
  });

  test("is looked up for another day when the provider sends the same bytes again", async () => {
    const { purchase } = await begin();
    const { body } = await giveUp(purchase);
    time.aheadMs = GIVEN_UP_AFTER_MS + 3 * HOUR_MS;
    expect(await service.send(service.signed(body))).toBe("204");
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    expect(await nextReadsOf(purchase)).toEqual([expect.any(Number)]);
    const now = service.now();
    await service.deliver(now);
    await service.deliver(now + GIVEN_UP_AFTER_MS - HOUR_MS);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(now + GIVEN_UP_AFTER_MS + HOUR_MS);
    expect(await stateOf(purchase)).toBe("paid given_up");
  });

  test("is given up too when the service now uses another chain", async () => {
    const { purchase } = await begin();
    const { id } = onrampPurchases;
    const moved = { network: "devnet" } as const;
    await service.db.update(onrampPurchases).set(moved).where(eq(id, purchase.id));
    await giveUp(purchase);
    expect(await nextReadsOf(purchase)).toEqual([null]);
  });

  test("says that it is given up only when no other payment is open or refused", async () => {
    const { purchase } = await begin();
    const elsewhere = await service.pay({ recipient: newWallet().address, amount: "96.5" });
    const now = service.now();
    await service.callBack(purchase, completed(MISSING));
    await service.deliver(now + HOUR_MS);
    await service.callBack(purchase, completed(elsewhere));
    await service.deliver(now + 2 * HOUR_MS);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(now + 3 * HOUR_MS + GIVEN_UP_AFTER_MS);
    expect(await nextReadsOf(purchase)).toEqual([null, null]);
    expect(await stateOf(purchase)).toBe("paid not_to_the_wallet");
  });

  test("waits with the others: a run ends when the chain does not answer", async () => {
    const purchases = [await begin(), await begin(), await begin()];
    for (const { purchase } of purchases) await service.callBack(purchase, completed(MISSING));
    let reads = 0;
    const away = {
      readPayment: () => {
        reads += 1;
        return Promise.reject(new ChainUnreachable("away", { cause: undefined }));
      },
    };
    await expect(service.deliver(service.now(), away)).rejects.toThrow("could not be looked up");
    expect(reads).toBe(1);
  });
});
