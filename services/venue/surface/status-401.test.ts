/** 401: the caller, or the signature, is not authenticated. These refusals change no state. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { encodePlaceOrder } from "#lib/protocol/signing/signing.ts";
import { TestTrader } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  type RawRequest,
  RESTING,
  refusalOf,
  sendChanged,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

describe("a credential", () => {
  test.each<[string, string | undefined, string]>([
    ["nothing", undefined, "MISSING_CREDENTIAL"],
    ["no Bearer", "apikey_00", "MALFORMED_CREDENTIAL"],
    ["a short key", "Bearer apikey_00", "MALFORMED_CREDENTIAL"],
    ["a key in upper case", `Bearer apikey_${"A".repeat(64)}`, "MALFORMED_CREDENTIAL"],
    ["an unknown key", `Bearer apikey_${"0".repeat(64)}`, "UNKNOWN_API_KEY"],
    ["an MCP key", `Bearer svc_sk_${"0".repeat(64)}`, "WRONG_CREDENTIAL"],
    ["a bot key", "Bearer tbk_1", "WRONG_CREDENTIAL"],
    ["a session", "Bearer aa.bb.cc", "WRONG_CREDENTIAL"],
  ])("of %s is refused", async (_name, authorization, code) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fixture.get("/v1/accounts", headers);
    expect(refusalOf(answer)).toEqual([401, code]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("of another service is refused with the place where it is accepted", async () => {
    const headers = { authorization: `Bearer svc_sk_${"0".repeat(64)}` };
    const answer = await fixture.get("/v1/orders", headers);
    expect(answer.body["message"]).toContain("<application host>/api/v1/mcp");
  });

  test("works until the millisecond of its expiry", async () => {
    const carol = new TestTrader(fixture.venue.url, "carol");
    await carol.createKey(fixture.now(), fixture.venue.clock.now() + 1_000);
    expect((await carol.read("/v1/accounts")).status).toBe(200);
    fixture.venue.clock.advance(1_000);
    expect(refusalOf(await carol.read("/v1/accounts"))).toEqual([401, "EXPIRED_API_KEY"]);
    await fixture.setMark("64000");
  });

  test("is in no read and no state", async () => {
    const { alice, venue } = fixture;
    const state = JSON.stringify([...venue.venue.state.apiKeys.values()]);
    const reads = JSON.stringify((await alice.read("/v1/keys")).body);
    for (const text of [state, reads]) {
      expect(text).not.toContain(alice.key.slice("apikey_".length));
    }
  });
});

describe("a signature is INVALID_SIGNATURE when", () => {
  const digestOf = (by: TestTrader, timestamp: number, account = by.publicKey) =>
    by.digest(
      "place_order",
      encodePlaceOrder(placeOrderFields(RESTING), BigInt(timestamp)),
      account,
    );

  test.each<[string, (request: RawRequest, timestamp: number) => void]>([
    [
      "the digest bytes were signed instead of their hex text",
      (request, timestamp) => {
        const digest = Buffer.from(digestOf(fixture.alice, timestamp), "hex");
        request.headers["x-signature"] = fixture.alice.sign(digest);
      },
    ],
    [
      "the hex text was signed in upper case",
      (request, timestamp) => {
        const digest = digestOf(fixture.alice, timestamp).toUpperCase();
        request.headers["x-signature"] = fixture.alice.sign(digest);
      },
    ],
    [
      "another operation was named in the signed bytes",
      (request, timestamp) => {
        const payload = encodePlaceOrder(placeOrderFields(RESTING), BigInt(timestamp));
        const digest = fixture.alice.digest("cancel_order", payload);
        request.headers["x-signature"] = fixture.alice.sign(digest);
      },
    ],
    [
      "another account was signed",
      (request, timestamp) => {
        const digest = digestOf(fixture.alice, timestamp, fixture.bob.publicKey);
        request.headers["x-signature"] = fixture.alice.sign(digest);
      },
    ],
    [
      "another key signed",
      (request, timestamp) => {
        const digest = digestOf(fixture.alice, timestamp);
        request.headers["x-signature"] = fixture.bob.sign(digest);
      },
    ],
    [
      "the header timestamp is one less than the signed",
      (request, timestamp) => {
        request.headers["x-signature-timestamp"] = String(timestamp - 1);
      },
    ],
    [
      "the header timestamp is one more than the signed",
      (request, timestamp) => {
        request.headers["x-signature-timestamp"] = String(timestamp + 1);
      },
    ],
    [
      "the size is written differently from the signed text",
      (request) => {
        request.body = JSON.stringify({ ...RESTING, size: "0.0150" });
      },
    ],
    [
      "a flag was added",
      (request) => {
        request.body = JSON.stringify({ ...RESTING, flags: 1 });
      },
    ],
  ])("%s", async (_name, change) => {
    const answer = await sendChanged(fixture, fixture.alice, change);
    expect(refusalOf(answer)).toEqual([401, "INVALID_SIGNATURE"]);
  });

  test("a new signer did not sign", async () => {
    const { alice, bob, now, venue } = fixture;
    const forged = await alice.registerSigner(
      Object.assign(new TestTrader(venue.url, "helper"), {
        sign: (text: string) => bob.sign(text),
      }),
      { scopes: 1, expires_at: venue.clock.now() + 60_000 },
      now(),
    );
    expect(refusalOf(forged)).toEqual([401, "INVALID_SIGNATURE"]);
  });
});

describe("signature headers are MISSING_SIGNATURE when", () => {
  test.each(["x-signature", "x-signature-timestamp", "x-signer-pubkey", "x-account-pubkey"])(
    "%s is missing",
    async (header) => {
      const answer = await sendChanged(fixture, fixture.alice, (request) => {
        delete request.headers[header];
      });
      expect(refusalOf(answer)).toEqual([401, "MISSING_SIGNATURE"]);
    },
  );

  test.each<[string, string, string]>([
    ["a signature is short", "x-signature", "00"],
    ["a timestamp has a fraction", "x-signature-timestamp", "1.5"],
    ["a timestamp begins with zero", "x-signature-timestamp", "01"],
    ["a signer is not a key", "x-signer-pubkey", "abc"],
  ])("%s", async (_name, header, value) => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.headers[header] = value;
    });
    expect(refusalOf(answer)).toEqual([401, "MISSING_SIGNATURE"]);
  });

  test("the signature is in upper case", async () => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.headers["x-signature"] = request.headers["x-signature"]!.toUpperCase();
    });
    expect(refusalOf(answer)).toEqual([401, "MISSING_SIGNATURE"]);
  });

  test("a new signer sends no signature", async () => {
    const { alice, venue, now } = fixture;
    const headers = {
      ...alice.authorization(),
      ...alice.headers("register_signer", new Uint8Array(), now()),
    };
    const response = await fetch(`${venue.url}/v1/signers`, { method: "POST", headers });
    expect([response.status, (await response.json())["error"]]).toEqual([401, "MISSING_SIGNATURE"]);
  });
});

describe("a timestamp", () => {
  test("in the body that differs from the header is TIMESTAMP_MISMATCH", async () => {
    const answer = await sendChanged(fixture, fixture.alice, (request, timestamp) => {
      request.body = JSON.stringify({ ...RESTING, timestamp: timestamp + 1 });
    });
    expect(refusalOf(answer)).toEqual([401, "TIMESTAMP_MISMATCH"]);
  });

  test.each([-30_001, 5_001])("%d ms off is TIMESTAMP_OUT_OF_WINDOW", async (offset) => {
    const { alice, venue } = fixture;
    const answer = await alice.place(RESTING, venue.clock.now() + offset);
    expect(refusalOf(answer)).toEqual([401, "TIMESTAMP_OUT_OF_WINDOW"]);
    expect(answer.body["data"]).toEqual({ server_time: venue.clock.now() });
  });

  test.each([-30_000, 5_000])("%d ms off is accepted", async (offset) => {
    const { venue, trader } = fixture;
    const dora = await trader(`dora ${offset}`);
    expect((await dora.place(RESTING, venue.clock.now() + offset)).status).toBe(201);
  });
});

test("the order of the checks: a request with many errors fails at the first check", async () => {
  const faults: [(request: RawRequest) => void, number, string][] = [
    [(request) => (request.headers["authorization"] = "Bearer x"), 401, "MALFORMED_CREDENTIAL"],
    [(request) => delete request.headers["x-signature"], 401, "MISSING_SIGNATURE"],
    [
      (request) => (request.headers["x-account-pubkey"] = fixture.bob.address),
      409,
      "ApiKeyIdentityConflict",
    ],
    [
      (request) => (request.headers["x-signer-pubkey"] = fixture.bob.address),
      403,
      "SIGNER_NOT_AUTHORIZED",
    ],
    [(request) => (request.body = "{"), 400, "MALFORMED_BODY"],
    [(request) => (request.body = '{"a":1}'), 400, "UNKNOWN_FIELD"],
    [(request) => (request.headers["x-signature-timestamp"] = "1"), 401, "TIMESTAMP_OUT_OF_WINDOW"],
    [(request) => (request.headers["x-signature"] = "0".repeat(128)), 401, "INVALID_SIGNATURE"],
  ];
  for (const [index, [, status, code]] of faults.entries()) {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      // The last error is in the headers that an earlier one may remove.
      for (const [fault] of faults.slice(index).toReversed()) fault(request);
    });
    expect(refusalOf(answer)).toEqual([status, code]);
  }
});

test("none of these requests left an order behind", async () => {
  expect((await fixture.alice.read("/v1/orders?status=ALL")).body["results"]).toEqual([]);
});
