/** `POST /v1/withdrawals`: only the owner's signature takes money out, to no other place than the owner's own account. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { encodePlaceOrder, encodeWithdraw } from "#lib/protocol/signing/signing.ts";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import {
  type Answer,
  CUSTODY_KEY,
  call,
  limit,
  OPERATOR_KEY,
  PARTNER_KEY,
  READER_KEY,
  TestTrader,
  transactionOf,
} from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture({
    custodyKey: CUSTODY_KEY,
    partnerKey: PARTNER_KEY,
    readerKey: READER_KEY,
  });
});
afterAll(() => fixture.close());

const LINE = "POST /v1/withdrawals";

/** A withdrawal whose body is another one than the signed amount alone. */
function send(by: TestTrader, amount: string, body: unknown): Promise<Answer> {
  const timestamp = fixture.now();
  const payload = encodeWithdraw({ amount }, BigInt(timestamp));
  return by.write(LINE, "withdraw", payload, { timestamp, body });
}

const transferIn = ({ body }: Answer) => body["transfer"] as TransferRecord;

async function balanceOf(trader: TestTrader): Promise<unknown> {
  const { results } = (await trader.read("/v1/accounts")).body as { results: object[] };
  return (results[0] as { balance: string }).balance;
}

async function transfersOf(trader: TestTrader): Promise<TransferRecord[]> {
  const path = `/v1/transfers/search?account=${trader.address}`;
  return (await trader.read(path)).body["results"] as TransferRecord[];
}

describe("a withdrawal", () => {
  test("is reserved at once, and stands among the transfers with its digest", async () => {
    const { trader, now, venue } = fixture;
    const carol = await trader("carol", "500");
    const timestamp = now();
    const answer = await carol.withdraw("120.50", timestamp);
    expect(answer.status).toBe(201);
    const payload = encodeWithdraw({ amount: "120.50" }, BigInt(timestamp));
    expect(transferIn(answer)).toEqual({
      id: expect.stringMatching(/^wdr_[0-9a-f]{24}$/),
      account: carol.address,
      kind: "WITHDRAWAL",
      status: "RESERVED",
      amount: "120.5",
      fee: "0",
      asset: "USDC",
      tx_hash: null,
      source: null,
      reference: null,
      digest: carol.digest("withdraw", payload),
      reason: null,
      created_at: venue.clock.now(),
      settled_at: null,
      last_updated_at: venue.clock.now(),
    });
    expect(await balanceOf(carol)).toBe("379.5");
    const [newest, oldest] = await transfersOf(carol);
    expect(newest).toEqual(transferIn(answer));
    expect(oldest).toMatchObject({
      kind: "DEPOSIT",
      status: "SETTLED",
      tx_hash: transactionOf("first of carol"),
      digest: null,
      reference: "first of carol",
    });
    expect(oldest?.settled_at).toBe(oldest?.created_at);
  });

  test("shows its transaction while it is sent and when it is settled, in its old place", async () => {
    const { trader, now, venue } = fixture;
    const dora = await trader("dora", "500");
    const { id } = transferIn(await dora.withdraw("100", now()));
    await dora.withdraw("50", now());
    const path = `/v1/custody/withdrawals/${id}`;
    const seen = async () => (await transfersOf(dora))[1];
    const [first, second] = [transactionOf("first"), transactionOf("second")];
    for (const signature of [first, second]) {
      await venue.custody(`${path}/sent`, { signature, last_valid_block_height: 7 });
      expect(await seen()).toMatchObject({ id, status: "SENT", tx_hash: signature });
    }
    venue.clock.advance(1_000);
    await venue.custody(`${path}/settled`, { tx_hash: first });
    expect(await seen()).toMatchObject({
      status: "SETTLED",
      tx_hash: first,
      settled_at: venue.clock.now(),
    });
    await fixture.setMark("64000");
  });

  test("that was returned has its reason, and its money is in the balance", async () => {
    const { trader, now, venue } = fixture;
    const erin = await trader("erin", "500");
    const { id } = transferIn(await erin.withdraw("500", now()));
    expect(await balanceOf(erin)).toBe("0");
    const reason = "the account has no token account";
    await venue.custody(`/v1/custody/withdrawals/${id}/returned`, { reason });
    expect((await transfersOf(erin))[0]).toMatchObject({
      status: "RETURNED",
      reason,
      tx_hash: null,
    });
    expect(await balanceOf(erin)).toBe("500");
  });

  test("takes effect once: the same bytes are a duplicate with the first answer in data", async () => {
    const { alice, now } = fixture;
    const before = Number(await balanceOf(alice));
    const timestamp = now();
    const first = await alice.withdraw("10", timestamp);
    const again = await alice.withdraw("10", timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first.body);
    expect(Number(await balanceOf(alice))).toBe(before - 10);
  });

  test("works while a market is halted", async () => {
    const { bob, now, venue } = fixture;
    await venue.operator("/v1/operator/markets/BTCUSDC/status", { status: "Halted" });
    expect((await bob.withdraw("5", now())).status).toBe(201);
    await venue.operator("/v1/operator/markets/BTCUSDC/status", { status: "Normal" });
  });
});

describe("a body is refused", () => {
  const base = { amount: "10" };
  test.each<[string, object, string]>([
    ["with a destination", { ...base, destination: "x" }, "UNKNOWN_FIELD"],
    ["with an address", { ...base, address: "x" }, "UNKNOWN_FIELD"],
    ["with a recipient", { ...base, to: "x" }, "UNKNOWN_FIELD"],
    ["with another account", { ...base, account: "x" }, "UNKNOWN_FIELD"],
    ["with an asset", { ...base, asset: "SOL" }, "UNKNOWN_FIELD"],
    ["without an amount", {}, "MISSING_FIELD"],
    ["with a number for an amount", { amount: 10 }, "INVALID_DECIMAL"],
    ["with a sign", { amount: "-10" }, "INVALID_DECIMAL"],
    ["with an exponent", { amount: "1e1" }, "INVALID_DECIMAL"],
    ["with seven decimals", { amount: "10.0000001" }, "INVALID_FIELD"],
  ])("%s", async (_, body, code) => {
    const { seq } = fixture.venue.venue.state;
    expect(refusalOf(await send(fixture.alice, "10", body))).toEqual([400, code]);
    expect(fixture.venue.venue.state.seq).toBe(seq);
  });

  test("whose amount is not the signed one", async () => {
    const answer = await send(fixture.alice, "10", { amount: "100" });
    expect(refusalOf(answer)).toEqual([401, "INVALID_SIGNATURE"]);
    const written = await send(fixture.alice, "10", { amount: "10.0" });
    expect(refusalOf(written)).toEqual([401, "INVALID_SIGNATURE"]);
  });
});

describe("422", () => {
  test("WITHDRAWAL_TOO_SMALL says the minimum, and why there is one", async () => {
    const answer = await fixture.alice.withdraw("0.999999", fixture.now());
    expect(refusalOf(answer)).toEqual([422, "WITHDRAWAL_TOO_SMALL"]);
    expect(answer.body["message"]).toMatch(/smallest withdrawal is 1 USDC.*its fee/);
  });

  test("WITHDRAWAL_EXCEEDS_AVAILABLE says how much there is: what orders need stays", async () => {
    const { trader, now } = fixture;
    const frank = await trader("frank", "1000");
    expect((await frank.place(limit("BUY", "0.1", "60000"), now())).status).toBe(201);
    const account = (await frank.read("/v1/accounts")).body["results"] as [
      { free_collateral: string },
    ];
    const free = account[0].free_collateral;
    expect(Number(free)).toBeLessThan(1000);
    const answer = await frank.withdraw("1000", now());
    expect(refusalOf(answer)).toEqual([422, "WITHDRAWAL_EXCEEDS_AVAILABLE"]);
    expect(answer.body["message"]).toContain(`can withdraw ${free} USDC`);
    expect((await frank.withdraw(free, now())).status).toBe(201);
  });

  test("an account without money has none to withdraw", async () => {
    const poor = new TestTrader(fixture.venue.url, "poor");
    await poor.createKey(fixture.now());
    const answer = await poor.withdraw("1", fixture.now());
    expect(answer.body["message"]).toContain("can withdraw 0 USDC");
  });
});

describe("no key and no delegated signer withdraws", () => {
  test.each([1, 2, 3, 5, 7])("a signer with the scopes %i", async (scopes) => {
    const { bob, trader, venue, now } = fixture;
    const bot = await trader(`bot ${scopes}`, "5");
    const terms = { scopes, expires_at: venue.clock.now() + 60_000 };
    expect((await bob.registerSigner(bot, terms, now())).status).toBe(201);
    const timestamp = now();
    const payload = encodeWithdraw({ amount: "10" }, BigInt(timestamp));
    const signature = bot.headers("withdraw", payload, timestamp, bob);
    const answer = await call(`${venue.url}/v1/withdrawals`, {
      method: "POST",
      headers: { ...bob.authorization(), ...signature },
      body: '{"amount":"10"}',
    });
    expect(refusalOf(answer)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
    await bob.revokeSigner(bot, now());
  });

  test.each<[string, () => string, number, string]>([
    ["the API key alone", () => fixture.bob.key, 401, "MISSING_SIGNATURE"],
    ["the custody key", () => CUSTODY_KEY, 401, "MALFORMED_CREDENTIAL"],
    ["the operator key", () => OPERATOR_KEY, 401, "MALFORMED_CREDENTIAL"],
    ["the partner key", () => PARTNER_KEY, 401, "MALFORMED_CREDENTIAL"],
    ["the reader key", () => READER_KEY, 401, "MALFORMED_CREDENTIAL"],
    ["an MCP key", () => `svc_sk_${"0".repeat(64)}`, 401, "WRONG_CREDENTIAL"],
    ["an OAuth token", () => `svc_at_${"0".repeat(43)}`, 401, "WRONG_CREDENTIAL"],
    ["a bot key", () => `tbk_${"0".repeat(24)}`, 401, "WRONG_CREDENTIAL"],
    ["a session", () => "aa.bb.cc", 401, "WRONG_CREDENTIAL"],
  ])("%s", async (_, key, status, code) => {
    const headers = { authorization: `Bearer ${key()}`, "content-type": "application/json" };
    const body = '{"amount":"10"}';
    const url = `${fixture.venue.url}/v1/withdrawals`;
    const answer = await call(url, { method: "POST", headers, body });
    expect(refusalOf(answer)).toEqual([status, code]);
  });

  test("the key of an account with the signature of another", async () => {
    const { alice, bob, venue, now } = fixture;
    const timestamp = now();
    const payload = encodeWithdraw({ amount: "10" }, BigInt(timestamp));
    const send = (headers: Record<string, string>) =>
      call(`${venue.url}/v1/withdrawals`, {
        method: "POST",
        headers: { ...alice.authorization(), ...headers },
        body: '{"amount":"10"}',
      });
    const own = bob.headers("withdraw", payload, timestamp);
    expect(refusalOf(await send(own))).toEqual([409, "ApiKeyIdentityConflict"]);
    const forAlice = bob.headers("withdraw", payload, timestamp, alice);
    expect(refusalOf(await send(forAlice))).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
    const claimed = { ...forAlice, "x-signer-pubkey": alice.address };
    expect(refusalOf(await send(claimed))).toEqual([401, "INVALID_SIGNATURE"]);
  });

  test("the signature of another operation", async () => {
    const { alice, now } = fixture;
    const timestamp = now();
    const order = placeOrderFields(limit("BUY", "0.01", "60000"));
    const signed = encodePlaceOrder(order, BigInt(timestamp));
    const answer = await alice.write(LINE, "place_order", signed, {
      timestamp,
      body: { amount: "10" },
    });
    expect(refusalOf(answer)).toEqual([401, "INVALID_SIGNATURE"]);
  });
});

test("the order of the checks: signer, body, freshness, signature, then the engine's", async () => {
  const { alice, bob, venue, now } = fixture;
  const wrong: [Record<string, string>, unknown, string][] = [
    [{ "x-signature": "" }, { to: "x" }, "MISSING_SIGNATURE"],
    [{ "x-signer-pubkey": bob.address }, { to: "x" }, "SIGNER_NOT_AUTHORIZED"],
    [{ "x-signature-timestamp": "1" }, { to: "x" }, "UNKNOWN_FIELD"],
    [{ "x-signature-timestamp": "1" }, { amount: "0" }, "TIMESTAMP_OUT_OF_WINDOW"],
    [{ "x-signature": "0".repeat(128) }, { amount: "0" }, "INVALID_SIGNATURE"],
    [{}, { amount: "0" }, "WITHDRAWAL_TOO_SMALL"],
  ];
  for (const [headers, body, code] of wrong) {
    const timestamp = now();
    const payload = encodeWithdraw({ amount: "0" }, BigInt(timestamp));
    const answer = await alice.write(LINE, "withdraw", payload, { timestamp, body, headers });
    expect(answer.body["error"]).toBe(code);
  }
  expect(venue.venue.state.reserved).toBeGreaterThan(0n);
});
