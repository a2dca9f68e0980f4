/** Purchases over their routes: who may begin and read one, and what is refused. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newWallet, startTime, time, Visitor } from "#app/api/auth/auth.testing.ts";
import { OnrampTerms, Purchases } from "#lib/protocol/wire/onramp.ts";
import { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { hasVm } from "#services/chain/testing/chain.testing.ts";
import {
  CHECKOUT_URL,
  OnrampService,
  SECRET_KEY,
  SESSIONS,
  WEBHOOK_KEY,
} from "./onramp-service.testing.ts";

describe.skipIf(!hasVm)("a purchase with a card", () => {
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

  test("begins with a signed checkout for the session's wallet and no other", async () => {
    const { buyer, purchase } = await begin();
    expect(purchase).toMatchObject({
      status: "created",
      reason: null,
      provider: "moonpay",
      simulated: true,
      wallet: buyer.wallet.address,
      amount: "100",
      currency: "USD",
      usdc: null,
      transaction: null,
    });
    const url = new URL(purchase.checkout_url ?? "");
    expect(`${url.origin}${url.pathname}`).toBe(CHECKOUT_URL);
    expect(url.searchParams.get("walletAddress")).toBe(buyer.wallet.address);
    expect(url.searchParams.get("externalTransactionId")).toBe(purchase.id);
    expect(url.searchParams.get("redirectURL")).toBe(
      `http://localhost:3000/account/transfers?purchase=${purchase.id}`,
    );
    const text = JSON.stringify(purchase);
    expect(text.includes(SECRET_KEY) || text.includes(WEBHOOK_KEY)).toBe(false);
    expect(await service.read(buyer, purchase)).toEqual(purchase);
  });

  test.each([
    [{ amount: "19.99", currency: "USD" }, 422, "PURCHASE_AMOUNT"],
    [{ amount: "10000.01", currency: "USD" }, 422, "PURCHASE_AMOUNT"],
    [{ amount: "20.001", currency: "USD" }, 422, "PURCHASE_AMOUNT"],
    [{ amount: "-20", currency: "USD" }, 400, "INVALID_FIELD"],
    [{ amount: 20, currency: "USD" }, 400, "INVALID_FIELD"],
    [{ amount: "20", currency: "BTC" }, 400, "INVALID_ENUM"],
    [{ amount: "20", currency: "USD", wallet: "me" }, 400, "UNKNOWN_FIELD"],
    [{ currency: "USD" }, 400, "MISSING_FIELD"],
  ])("refuses %j", async (body, status, error) => {
    const { visitor } = await service.buyer();
    expect(await visitor.post(SESSIONS, body)).toMatchObject({ status, body: { error } });
  });

  test("shows no other user's purchases, and needs a session with a wallet", async () => {
    const { buyer, purchase } = await begin();
    const other = await service.buyer();
    const read = await other.visitor.get(`${SESSIONS}/${purchase.id}`);
    expect(read).toMatchObject({ status: 404, body: { error: "PURCHASE_NOT_FOUND" } });
    const list = await other.visitor.get(`${SESSIONS}?cursor=${purchase.id}`);
    expect(list).toMatchObject({ status: 200, body: { results: [], next: null } });
    const stranger = new Visitor();
    const body = { amount: "20", currency: "USD" };
    expect((await stranger.post(SESSIONS, body)).status).toBe(401);
    expect((await stranger.get(SESSIONS)).status).toBe(401);
    expect((await stranger.get(`${SESSIONS}/${purchase.id}`)).status).toBe(401);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    const crossed = await buyer.visitor.post(SESSIONS, body, foreign);
    expect(crossed).toMatchObject({ status: 403, body: { error: "CROSS_ORIGIN" } });
  });

  test("leads to its checkout only in a session of its own wallet", async () => {
    const { buyer, purchase } = await begin();
    const wallet = newWallet().address;
    const { id } = onrampPurchases;
    await service.db.update(onrampPurchases).set({ wallet }).where(eq(id, purchase.id));
    expect(await service.read(buyer, purchase)).toMatchObject({ wallet, checkout_url: null });
    const { body } = await buyer.visitor.get(SESSIONS);
    expect(Purchases.parse(body).results).toMatchObject([{ wallet, checkout_url: null }]);
  });

  test("lists the user's own, newest first, page by page", async () => {
    const buyer = await service.buyer();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      time.aheadMs += 1;
      ids.unshift((await service.start(buyer)).id);
    }
    const page = async (query: string) =>
      Purchases.parse((await buyer.visitor.get(`${SESSIONS}?${query}`)).body);
    const first = await page("limit=2");
    expect(first.results.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.next).toBe(ids[1]);
    const second = await page(`limit=2&cursor=${first.next}`);
    expect([second.results.map(({ id }) => id), second.next]).toEqual([ids.slice(2), null]);
  });

  test("is begun at most 30 times an hour", async () => {
    const buyer = await service.buyer();
    for (let count = 0; count < 30; count += 1) await service.start(buyer);
    const body = { amount: "100", currency: "USD" };
    const answer = await buyer.visitor.post(SESSIONS, body);
    expect(answer).toMatchObject({ status: 429, body: { error: "RATE_LIMITED" } });
  });

  test("is offered with its provider and limits", async () => {
    const { body } = await new Visitor().get("/api/v1/onramp/terms");
    expect(OnrampTerms.parse(body).onramp).toEqual({
      provider: "moonpay",
      name: "MoonPay",
      host: "127.0.0.1:4999",
      simulated: true,
      currencies: ["USD", "EUR", "GBP"],
      least: "20",
      most: "10000",
    });
  });
});
