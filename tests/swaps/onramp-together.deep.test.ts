/**
 * Purchases on Postgres, looked up by several connections at the same time. Each payment delivers
 * one purchase, and none waits for another.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import { type CallbackChange, OnrampService } from "./onramp-service.testing.ts";

const server = await probePostgres(process.env);
const isSkipped = !hasVm || (server === undefined && !isPostgresPromised(process.env));

describe.skipIf(isSkipped)("purchases on Postgres", () => {
  let own: OwnDatabase;
  let service: OnrampService;

  beforeAll(async () => {
    own = await borrowDatabase(server);
    service = await OnrampService.open({}, own.url);
  });
  afterAll(async () => {
    await service.close();
    await own.drop();
  });

  const completed = (signature: string, mark = ""): CallbackChange => ({
    status: "completed",
    cryptoTransactionId: signature,
    quoteCurrencyAmount: "96.5",
    mark,
  });
  const stateOf = async (purchase: Purchase) => (await service.row(purchase)).status;
  /** Several replicas at the same time. One may lose a conflict and look again. */
  const deliverTogether = (now = service.now()) =>
    Promise.allSettled(Array.from({ length: 4 }, () => service.deliver(now)));

  test("callbacks and look-ups at the same time: none is lost or stuck, and the chain decides", async () => {
    const buyer = await service.buyer();
    const purchase = await service.start(buyer);
    const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
    const changes = Array.from({ length: 40 }, (_, index): CallbackChange => {
      const mark = String(index);
      if (index % 4 === 0) return completed(signature, mark);
      return { status: index % 4 === 1 ? "failed" : "pending", mark };
    });
    const [answers] = await Promise.all([
      Promise.all(changes.map((change) => service.callBack(purchase, change))),
      deliverTogether().then(() => deliverTogether()),
    ]);
    expect(new Set(answers)).toEqual(new Set(["204"]));
    await service.deliver(service.now() + 60_000);
    expect(await stateOf(purchase)).toBe("delivered");
  });

  test("one payment that several purchases claim at once delivers one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const buyer = await service.buyer();
      const purchases = [];
      for (let count = 0; count < 4; count += 1) purchases.push(await service.start(buyer));
      const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
      for (const purchase of purchases) await service.callBack(purchase, completed(signature));
      await deliverTogether();
      await deliverTogether(service.now() + 60_000);
      await service.deliver(service.now() + 3_600_000);
      const rows = await Promise.all(purchases.map((purchase) => service.row(purchase)));
      const states = rows.map(({ status, reason }) => `${status} ${reason}`).toSorted();
      expect(states).toEqual(["delivered null", ...Array<string>(3).fill("paid used_before")]);
    }
  });

  test("an account that is deleted meanwhile leaves nothing, and blocks no other", async () => {
    const buyer = await service.buyer();
    const purchase = await service.start(buyer);
    const signature = await service.pay({ recipient: buyer.wallet.address, amount: "96.5" });
    const [deleted, answers] = await Promise.all([
      buyer.visitor.delete("/api/v1/account", { confirm: "delete" }),
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          service.callBack(purchase, completed(signature, String(index))),
        ),
      ),
      deliverTogether(),
    ]);
    expect(deleted.status).toBe(204);
    expect(new Set(answers)).toEqual(new Set(["204"]));
    const left = await service.db.select().from(onrampPurchases);
    expect(left.filter(({ id }) => id === purchase.id)).toEqual([]);
    expect(await service.callbacks()).not.toContainEqual(
      expect.objectContaining({ purchaseId: purchase.id }),
    );
  });
});
