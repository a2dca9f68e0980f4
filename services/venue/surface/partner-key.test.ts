/** The partner programme's key opens the feed of fees and small discounts, and no other route of the operator. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Access } from "#services/venue/gateway/route.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import {
  type Answer,
  call,
  OPERATOR_KEY,
  PARTNER_KEY,
  startVenue,
  type TestVenue,
} from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture({ partnerKey: PARTNER_KEY });
});
afterAll(() => fixture.close());

const WRONG = `partner_${"0c".repeat(32)}`;
const FEES = "/v1/operator/fees";
const discountPath = () => `/v1/operator/accounts/${fixture.bob.address}/fee-discount`;

type Ask = { method?: string; key?: string; body?: unknown; headers?: Record<string, string> };

function ask(venue: TestVenue, path: string, { method, key = PARTNER_KEY, ...rest }: Ask = {}) {
  const body = rest.body === undefined ? null : JSON.stringify(rest.body);
  const type = { "content-type": "application/json" };
  return call(`${venue.url}${path}`, {
    method: method ?? (body === null ? "GET" : "POST"),
    headers: { authorization: `Bearer ${key}`, ...(body !== null && type), ...rest.headers },
    body,
  });
}

const setDiscount = (ppm: number, key = PARTNER_KEY): Promise<Answer> =>
  ask(fixture.venue, discountPath(), { key, body: { fee_discount_ppm: ppm } });

const discountOfBob = async (): Promise<unknown> =>
  ((await fixture.bob.read("/v1/accounts")).body["results"] as Record<string, unknown>[])[0]?.[
    "fee_discount_ppm"
  ];

/** Valid bodies: only the key may cause a refusal. */
const operatorWrites = (): [string, unknown][] => [
  ["/v1/operator/marks", { marks: { BTCUSDC: "64001" } }],
  ["/v1/operator/deposits", { account: fixture.bob.address, amount: "1", reference: "leaked" }],
  ["/v1/operator/insurance", { amount: "1", reference: "leaked too" }],
  ["/v1/operator/markets/BTCUSDC/status", { status: "Halted" }],
];

test("the tests cover every route of the operator", () => {
  const templates = (access: Access) =>
    ROUTES.filter((route) => route.access === access).map(({ path }) => path);
  // Without a custody key, deposits are the operator's.
  const operators = [...templates("operator"), ...templates("creditor")];
  expect(operators.map((path) => path.replace("{symbol}", "BTCUSDC")).toSorted()).toEqual(
    operatorWrites()
      .map(([path]) => path)
      .toSorted(),
  );
  expect(templates("partner")).toEqual(["/v1/operator/accounts/{pubkey}/fee-discount", FEES]);
});

describe("the partner key", () => {
  test("reads the feed of fees", async () => {
    const answer = await ask(fixture.venue, `${FEES}?after_seq=0&page_size=1000`);
    expect([answer.status, answer.body]).toEqual([200, { results: [], next: null }]);
  });

  test.each([0, 1, 100_000])("sets a discount of %i ppm", async (ppm) => {
    const answer = await setDiscount(ppm);
    const { address } = fixture.bob;
    expect([answer.status, answer.body]).toEqual([
      200,
      { account: address, fee_discount_ppm: ppm },
    ]);
    expect(await discountOfBob()).toBe(ppm);
  });

  test.each([100_001, 1_000_000, 1_000_001, -1, 0.5])(
    "is refused a discount of %d ppm, with the reason",
    async (ppm) => {
      await setDiscount(7, OPERATOR_KEY);
      const answer = await setDiscount(ppm);
      expect(refusalOf(answer)).toEqual([400, "INVALID_FIELD"]);
      expect(answer.body["message"]).toContain(
        "give a whole number from 0 to 100000: the partner key sets no more",
      );
      expect(await discountOfBob()).toBe(7);
    },
  );

  test("opens no other route of the operator, and changes nothing there", async () => {
    for (const [path, body] of operatorWrites()) {
      expect(refusalOf(await ask(fixture.venue, path, { body })), path).toEqual([
        403,
        "OPERATOR_ONLY",
      ]);
    }
    expect((await fixture.get("/v1/markets")).body).toMatchObject([{ status: "Normal" }, {}, {}]);
    for (const [path, body] of operatorWrites()) {
      const answer = await fixture.venue.operator(path, body);
      // A deposit that had taken effect before would answer 200.
      expect(answer.status, path).toBe(/deposits|insurance/.test(path) ? 201 : 200);
    }
    await fixture.venue.operator("/v1/operator/markets/BTCUSDC/status", { status: "Normal" });
  });

  test("is not accepted as an account's key", async () => {
    const reads = ROUTES.filter(({ access }) => access === "account" || access === "reader");
    const paths = reads.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      const answer = await ask(fixture.venue, path.replace("{order_id}", "1"));
      expect(refusalOf(answer), path).toEqual([401, "MALFORMED_CREDENTIAL"]);
    }
  });

  test("works at every gateway thread", async () => {
    const venue = await startVenue({ gateways: 2, partnerKey: PARTNER_KEY });
    const marks = { body: { marks: {} } };
    for (let count = 0; count < 8; count += 1) {
      // A new connection each time, so that threads take turns.
      const headers = { connection: "close" };
      expect((await ask(venue, FEES, { headers })).status).toBe(200);
      const refused = await ask(venue, "/v1/operator/marks", { ...marks, headers });
      expect(refusalOf(refused)).toEqual([403, "OPERATOR_ONLY"]);
    }
    await venue.close();
  });
});

describe("the operator key", () => {
  test("opens both routes too, with any discount", async () => {
    expect((await fixture.venue.operator(FEES)).status).toBe(200);
    expect((await setDiscount(1_000_000, OPERATOR_KEY)).status).toBe(200);
    expect(await discountOfBob()).toBe(1_000_000);
    const answer = await setDiscount(1_000_001, OPERATOR_KEY);
    expect(answer.body["message"]).toMatch(/give a whole number from 0 to 1000000\b(?!:)/);
  });
});

describe("any other key", () => {
  test.each([
    ["of the same form", () => WRONG],
    ["in capitals", () => PARTNER_KEY.toUpperCase()],
    ["cut short", () => PARTNER_KEY.slice(0, -1)],
    ["of an account", () => fixture.alice.key],
  ])("%s opens neither route", async (_name, key) => {
    for (const answer of [
      await ask(fixture.venue, FEES, { key: key() }),
      await setDiscount(1, key()),
    ]) {
      expect(refusalOf(answer)).toEqual([403, "OPERATOR_ONLY"]);
    }
  });

  test("that is missing or malformed gets an answer with the expected keys", async () => {
    const anonymous = await fixture.get(FEES);
    expect(refusalOf(anonymous)).toEqual([401, "MISSING_CREDENTIAL"]);
    expect(anonymous.body["message"]).toContain("the partner key or the operator key");
    const basic = await fixture.get(FEES, { authorization: "Basic x" });
    expect(refusalOf(basic)).toEqual([401, "MALFORMED_CREDENTIAL"]);
  });
});

test("a venue without a partner key accepts none", async () => {
  const venue = await startVenue();
  for (const key of [PARTNER_KEY, WRONG]) {
    expect(refusalOf(await ask(venue, FEES, { key }))).toEqual([403, "OPERATOR_ONLY"]);
    const body = { fee_discount_ppm: 1 };
    const answer = await ask(venue, discountPath(), { key, body });
    expect(refusalOf(answer)).toEqual([403, "OPERATOR_ONLY"]);
  }
  expect((await venue.operator(FEES)).status).toBe(200);
  await venue.close();
});

test("the partner key is accepted from the operator's addresses only", async () => {
  const venue = await startVenue({
    partnerKey: PARTNER_KEY,
    operatorAddresses: ["192.0.2.7"],
    trustedProxies: 1,
  });
  const from = (address: string) => ask(venue, FEES, { headers: { "x-forwarded-for": address } });
  expect((await from("192.0.2.7")).status).toBe(200);
  expect(refusalOf(await from("192.0.2.8"))).toEqual([403, "IP_NOT_ALLOWED"]);
  await venue.close();
});

test("the partner key counts against its address, unless that is a reader's; the operator's requests count nowhere", async () => {
  const venue = await startVenue({
    partnerKey: PARTNER_KEY,
    addressPerMinute: 3,
    readerAddresses: ["192.0.2.7"],
    trustedProxies: 1,
  });
  const from = async (address: string, key = PARTNER_KEY) =>
    (await ask(venue, FEES, { key, headers: { "x-forwarded-for": address } })).status;
  const five = async (address: string, key?: string) => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await from(address, key));
    return statuses;
  };
  expect(await five("192.0.2.8")).toEqual([200, 200, 200, 429, 429]);
  expect(await five("192.0.2.7")).toEqual([200, 200, 200, 200, 200]);
  expect(await five("192.0.2.9", OPERATOR_KEY)).toEqual([200, 200, 200, 200, 200]);
  await venue.close();
});
