/**
 * Purchases by card. The chain alone delivers, whatever the provider or an impostor says, and when.
 */
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { newWallet, startTime, time } from "#app/api/auth/auth.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { moonpayBody, moonpaySignature } from "#lib/swaps/onramp/moonpay.testing.ts";
import { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import {
  type Buyer,
  type CallbackChange,
  OnrampService,
  SECRET_KEY,
  WEBHOOK_KEY,
} from "./onramp-service.testing.ts";

/**
 * Five callbacks can arrive in 120 orders, and the test plays every nth of them. Every fifth still
 * contains each order of any three callbacks.
 */
const EVERY = 120 / Number(process.env["ONRAMP_ORDERS"] ?? 24);

/** A node that has the payment, but not as final. */
const PENDING = { readPayment: () => Promise.resolve({ state: "pending" as const }) };

describe.skipIf(!hasVm)("a purchase with a card", () => {
  let service: OnrampService;
  beforeAll(async () => {
    service = await OnrampService.open();
  });
  afterAll(() => service.close());
  afterEach(startTime);

  const begin = async (): Promise<{ buyer: Buyer; purchase: Purchase }> => {
    const buyer = await service.buyer();
    return { buyer, purchase: await service.start(buyer) };
  };
  const completed = (signature: string, quoteCurrencyAmount = "96.5"): CallbackChange => ({
    status: "completed",
    cryptoTransactionId: signature,
    quoteCurrencyAmount,
  });
  /** The purchase's status and reason. */
  const stateOf = async ({ id }: Pick<Purchase, "id">) => {
    const { status, reason } = await service.row({ id });
    return reason === null ? status : `${status} ${reason}`;
  };
  /** Sends a callback that names the payment. @returns the resulting state */
  const outcome = async (purchase: Purchase, signature: string, amount?: string) => {
    expect(await service.callBack(purchase, completed(signature, amount))).toBe("204");
    await service.deliver();
    return stateOf(purchase);
  };

  describe("is delivered", () => {
    test("when the chain shows the payment as final, with the amount that arrived", async () => {
      const { buyer, purchase } = await begin();
      expect(await service.callBack(purchase)).toBe("204");
      expect(await service.read(buyer, purchase)).toMatchObject({
        status: "pending",
        checkout_url: null,
      });
      const recipient = buyer.wallet.address;
      const signature = await service.pay({ recipient, amount: "97.25" }, true);
      expect(await service.callBack(purchase, completed(signature))).toBe("204");
      await service.deliver(service.now(), PENDING);
      expect(await stateOf(purchase)).toBe("paid not_final");
      expect(await service.read(buyer, purchase)).toMatchObject({ usdc: null, transaction: null });
      await service.final(signature);
      await service.deliver(service.now() + 5_000);
      expect(await service.read(buyer, purchase)).toMatchObject({
        status: "delivered",
        reason: null,
        usdc: "97.25",
        transaction: signature,
        explorer_url: `http://127.0.0.1:4999/solana/tx/${signature}`,
      });
    });

    test("by one callback alone, without the earlier ones", async () => {
      const { buyer, purchase } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      expect(await outcome(purchase, signature)).toBe("delivered");
    });

    test("in any order of the callbacks, and nothing changes it afterwards", async () => {
      const { buyer, purchase: model } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      const row = await service.row(model);
      const all: CallbackChange[] = [
        { status: "waitingPayment" },
        { status: "pending" },
        { status: "failed", failureReason: "cancelled" },
        completed(signature),
        { status: "failed", failureReason: "refund" },
      ];
      const orders = permutations(all).filter((_, index) => index % EVERY === 0);
      for (const order of orders) {
        const purchase = { ...model, id: newId("onr") };
        await service.db.insert(onrampPurchases).values({ ...row, id: purchase.id });
        for (const change of order) {
          expect(await service.callBack(purchase, change)).toBe("204");
          await service.deliver();
        }
        expect(await stateOf(purchase)).toBe("delivered");
        for (const change of order) await service.callBack(purchase, { ...change, mark: "again" });
        await service.deliver(service.now() + 60_000);
        expect(await stateOf(purchase)).toBe("delivered");
        // A payment delivers one purchase only, so the next order needs it again.
        await service.db.delete(onrampPurchases).where(eq(onrampPurchases.id, purchase.id));
      }
    });

    test("when the payment is named only by a later callback", async () => {
      const { buyer, purchase } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      await service.callBack(purchase, { status: "completed", quoteCurrencyAmount: "96.5" });
      await service.deliver();
      expect(await stateOf(purchase)).toBe("paid not_named");
      expect(await outcome(purchase, signature)).toBe("delivered");
    });

    test("with the provider's id of the payment that delivered it", async () => {
      const { buyer, purchase } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      await service.callBack(purchase, { id: "first", status: "completed" });
      await service.callBack(purchase, { ...completed(signature), id: "second" });
      await service.deliver();
      const { provider_transaction, status } = await service.read(buyer, purchase);
      expect([status, provider_transaction]).toEqual(["delivered", "second"]);
      await service.callBack(purchase, { ...completed(signature), id: "third" });
      expect((await service.read(buyer, purchase)).provider_transaction).toBe("second");
    });

    test("by the second payment when the first one named was wrong", async () => {
      const { buyer, purchase } = await begin();
      const wrong = await service.pay({ recipient: newWallet().address, amount: "96.5" });
      expect(await outcome(purchase, wrong)).toBe("paid not_to_the_wallet");
      const right = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      expect(await outcome(purchase, right)).toBe("delivered");
    });

    test("after a reported refund, when the chain shows the payment anyway", async () => {
      const { buyer, purchase } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      await service.callBack(purchase, { status: "failed", failureReason: "refund" });
      expect(await stateOf(purchase)).toBe("refunded");
      expect(await outcome(purchase, signature)).toBe("delivered");
    });
  });

  describe("is not delivered by", () => {
    test.each<[string, (wallet: string) => Promise<string>, string]>([
      [
        "a payment to another wallet",
        () => service.pay({ recipient: newWallet().address, amount: "96.5" }),
        "paid not_to_the_wallet",
      ],
      [
        "another token",
        (recipient) => service.pay({ recipient, amount: "96.5", mint: TOKENS.BTC.mint }),
        "paid not_to_the_wallet",
      ],
      [
        "a unit too little",
        (recipient) => service.pay({ recipient, amount: "96.499999" }),
        "paid amount_too_small",
      ],
      [
        "a payment that failed",
        (recipient) => service.pay({ recipient, amount: "96.5", fails: true }),
        "paid transaction_failed",
      ],
      ["a transaction that is not there", async () => "4".repeat(87), "paid not_on_chain"],
      ["something that is no signature", async () => "0xdeadbeef", "paid not_on_chain"],
    ])("%s", async (_what, pay, state) => {
      const { buyer, purchase } = await begin();
      const before = await service.callbacks();
      expect(await outcome(purchase, await pay(buyer.wallet.address))).toBe(state);
      expect(await service.row(purchase)).toMatchObject({ signature: null, units: null });
      expect((await service.callbacks()).length).toBe(before.length + 1);
    });

    test("a payment that is not final, however often it is looked up", async () => {
      const { buyer, purchase } = await begin();
      const recipient = buyer.wallet.address;
      const signature = await service.pay({ recipient, amount: "96.5" });
      await service.callBack(purchase, completed(signature));
      for (let attempt = 0; attempt < 5; attempt += 1)
        await service.deliver(service.now() + attempt * 60_000, PENDING);
      expect(await stateOf(purchase)).toBe("paid not_final");
      await service.deliver(service.now() + 600_000);
      expect(await stateOf(purchase)).toBe("delivered");
    });

    test("a payment that another purchase has used, of the same wallet or named at the same time", async () => {
      const buyer = await service.buyer();
      const [one, other] = [await service.start(buyer), await service.start(buyer)];
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      await service.callBack(one, completed(signature));
      await service.callBack(other, completed(signature));
      await service.deliver();
      await service.deliver(service.now() + 60_000);
      const states = [await stateOf(one), await stateOf(other)];
      expect(states.toSorted()).toEqual(["delivered", "paid used_before"]);
      const late = await service.start(buyer);
      expect(await outcome(late, signature)).toMatch(
        /^paid (used_before|older_than_the_purchase)$/,
      );
    });

    test("a payment from before the purchase", async () => {
      const buyer = await service.buyer();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      time.aheadMs = 65_000;
      const purchase = await service.start(buyer);
      expect(await outcome(purchase, signature)).toBe("paid older_than_the_purchase");
    });
  });

  describe("accepts", () => {
    test.each<[string, CallbackChange, string]>([
      ["forged with another key", { key: `${WEBHOOK_KEY}x` }, "400 CALLBACK_REFUSED"],
      ["signed with the key of addresses", { key: SECRET_KEY }, "400 CALLBACK_REFUSED"],
      ["late by 301 s", { signedMs: -301_000 }, "400 CALLBACK_REFUSED"],
      ["6 minutes early", { signedMs: 360_000 }, "400 CALLBACK_REFUSED"],
      ["for another wallet", { walletAddress: newWallet().address }, "204"],
      [
        "for a purchase that is not there",
        { externalTransactionId: `onr_${"0".repeat(24)}` },
        "204",
      ],
    ])("no callback %s", async (_what, change, answer) => {
      const { buyer, purchase } = await begin();
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      const before = await service.callbacks();
      expect(await service.callBack(purchase, { ...completed(signature), ...change })).toBe(answer);
      await service.deliver();
      expect(await stateOf(purchase)).toBe("created");
      expect(await service.callbacks()).toEqual(before);
    });

    test("the exact bytes, and not the same content", async () => {
      const { purchase } = await begin();
      const identity = { externalTransactionId: purchase.id, walletAddress: purchase.wallet };
      const body = moonpayBody({ status: "pending", ...identity });
      const signature = moonpaySignature(body, WEBHOOK_KEY, service.now());
      const same = JSON.stringify(JSON.parse(body), null, 1);
      expect(await service.send({ body: same, signature })).toBe("400 CALLBACK_REFUSED");
      expect(await service.send({ body, signature: null })).toBe("400 CALLBACK_REFUSED");
      expect(await service.send({ body, signature, provider: "other" })).toBe("404 NOT_FOUND");
      const huge = `${body}${" ".repeat(70_000)}`;
      const signed = moonpaySignature(huge, WEBHOOK_KEY, service.now());
      expect(await service.send({ body: huge, signature: signed })).toBe("413 BODY_TOO_LARGE");
      expect(await stateOf(purchase)).toBe("created");
      expect(await service.send({ body, signature })).toBe("204");
      expect(await stateOf(purchase)).toBe("pending");
    });

    test("each callback once: repeated in time it changes nothing, and later it is refused", async () => {
      const { purchase } = await begin();
      const sent = service.said(purchase, completed("4".repeat(87)));
      expect(await service.send(sent)).toBe("204");
      const stored = await service.callbacks();
      const row = await service.row(purchase);
      time.aheadMs = 60_000;
      expect(await service.send(sent)).toBe("204");
      expect(await service.callbacks()).toEqual(stored);
      expect(await service.row(purchase)).toEqual(row);
      time.aheadMs = 302_000;
      expect(await service.send(sent)).toBe("400 CALLBACK_REFUSED");
    });

    test("callbacks that arrive at the same time, all of them", async () => {
      const { purchase } = await begin();
      const changes = ["pending", "failed", "completed", "pending", "completed"].map(
        (status, index) => ({ status, mark: String(index), quoteCurrencyAmount: "1" }),
      );
      const answers = await Promise.all(
        [...changes, ...changes].map((change) => service.callBack(purchase, change)),
      );
      expect(new Set(answers)).toEqual(new Set(["204"]));
      expect(await stateOf(purchase)).toBe("paid not_named");
      const recorded = (await service.callbacks()).filter(
        ({ purchaseId }) => purchaseId === purchase.id,
      );
      expect(recorded).toHaveLength(changes.length);
    });

    test("at most 600 callbacks a minute from one address, and the provider has others", async () => {
      const { purchase } = await begin();
      // Limits by address share their counters, and a minute begins with the first request.
      await closeLimits();
      const sent = { body: "{}", signature: "t=1,s=1", from: "198.51.100.77" };
      const answers = await Promise.all(Array.from({ length: 601 }, () => service.send(sent)));
      expect(answers.filter((answer) => answer === "400 CALLBACK_REFUSED")).toHaveLength(600);
      expect(answers.filter((answer) => answer === "429 RATE_LIMITED")).toHaveLength(1);
      expect(await service.callBack(purchase)).toBe("204");
    });

    test("with one log line a minute about refused ones, without bytes and headers", async () => {
      const { purchase } = await begin();
      const warn = vi.fn<Logger["warn"]>();
      const error = vi.fn<Logger["error"]>();
      setHttpRuntime({ log: { warn, error }, clock: { now: () => service.now() } });
      time.aheadMs = 1_200_000;
      const sent = service.said(purchase, { key: "another-key" });
      for (let count = 0; count < 3; count += 1)
        expect(await service.send(sent)).toBe("400 CALLBACK_REFUSED");
      expect(warn.mock.calls).toEqual([
        [
          { provider: "moonpay", reason: expect.stringContaining("its signature is wrong") },
          "a callback of the provider was refused",
        ],
      ]);
      const noted = JSON.stringify(warn.mock.calls);
      expect(noted).not.toContain(purchase.id);
      expect(noted).not.toContain(sent.signature);
      time.aheadMs = 1_260_000;
      await service.send(service.said(purchase, { key: "another-key" }));
      expect(warn).toHaveBeenCalledTimes(2);
    });

    test("only callbacks that move a purchase forward", async () => {
      const { purchase } = await begin();
      const steps: [CallbackChange, string][] = [
        [{ status: "failed", failureReason: "cancelled" }, "failed"],
        [{ status: "pending" }, "failed"],
        [{ status: "completed", quoteCurrencyAmount: "5" }, "paid not_named"],
        [{ status: "failed", mark: "2" }, "paid not_named"],
        [{ status: "failed", failureReason: "refund" }, "refunded"],
        [{ status: "completed", quoteCurrencyAmount: "5", mark: "2" }, "refunded"],
      ];
      for (const [change, state] of steps) {
        await service.callBack(purchase, change);
        expect(await stateOf(purchase)).toBe(state);
      }
    });
  });

  test("an acknowledged callback survives a kill between the look-up and its result", async () => {
    const { buyer, purchase } = await begin();
    const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
    await service.callBack(purchase, completed(signature));
    // The payment is claimed, and its replica never comes back.
    const dead = { readPayment: () => new Promise<never>(() => {}) };
    const now = service.now();
    const before = await nextRead(purchase);
    void service.deliver(now, dead);
    await expect.poll(() => nextRead(purchase)).not.toBe(before);
    await service.deliver(now);
    expect(await stateOf(purchase)).toBe("paid not_on_chain");
    await service.deliver(now + 5_000);
    expect(await stateOf(purchase)).toBe("delivered");
  });

  test("a deleted account leaves nothing, and callbacks of its purchase are acknowledged", async () => {
    const { buyer, purchase } = await begin();
    await service.callBack(purchase);
    expect((await buyer.visitor.delete("/api/v1/account", { confirm: "delete" })).status).toBe(204);
    expect(await service.callBack(purchase, { status: "completed" })).toBe("204");
    const left = await service.db
      .select({ count: sql<number>`count(*)::int` })
      .from(onrampPurchases)
      .where(eq(onrampPurchases.id, purchase.id));
    expect(left).toEqual([{ count: 0 }]);
  });

  async function nextRead({ id }: Purchase) {
    const rows = await service.callbacks();
    return rows.find(({ purchaseId }) => purchaseId === id)?.pollAt;
  }
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
