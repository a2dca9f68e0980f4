/** A hardware wallet registers a trading key by a memo transaction that can never land, and signs nothing else with one. */

import { base64 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeCreateApiKey, encodeRegisterSigner } from "#lib/protocol/signing/signing.ts";
import { buildMemoTransaction } from "#lib/protocol/solana/build-memo.ts";
import { rebuilt, signedMemo, usualAdditions } from "#lib/protocol/solana/memo.testing.ts";
import { type MemoOperation, memoOfWrite } from "#lib/protocol/solana/memo-operations.ts";
import { ROUTES } from "#services/venue/gateway/routes.ts";
import { SignatureAudit } from "#services/venue/journal-audit/audit-signatures.ts";
import { walkJournal } from "#services/venue/journal-audit/walk-journal.ts";
import { type Answer, call, TestTrader } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

type Change = (transaction: Uint8Array) => Uint8Array;
type Parts = { text?: string; change?: Change; signer?: TestTrader; headers?: Headers };
type Headers = Record<string, string>;

/** The headers by which the hardware wallet of `owner` signs a write. */
function memoHeaders(
  owner: TestTrader,
  { operation, payload }: { operation: MemoOperation; payload: Uint8Array },
  { text, change = (unsigned) => unsigned, signer = owner, headers }: Parts = {},
): Headers {
  const memo = text ?? memoOfWrite(operation, owner.digest(operation, payload));
  const unsigned = change(buildMemoTransaction(owner.publicKey, memo));
  const transaction = signedMemo(unsigned, (bytes) => Buffer.from(signer.sign(bytes), "hex"));
  return {
    "x-signature": Buffer.from(transaction.slice(1, 65)).toString("hex"),
    "x-memo-transaction": base64.encode(transaction),
    ...headers,
  };
}

let keys = 0;

/** Registers a new key for `owner`. */
async function register(
  owner: TestTrader,
  parts: Parts & { key?: TestTrader; timestamp?: number; label?: string } = {},
): Promise<Answer> {
  keys += 1;
  const { key = new TestTrader(fixture.venue.url, `key ${keys}`), timestamp = fixture.now() } =
    parts;
  const expires_at = timestamp + 3_600_000;
  const fields = { label: "phone", scopes: 1, expires_at: BigInt(expires_at) };
  const payload = encodeRegisterSigner({ ...fields, signer: key.publicKey }, BigInt(timestamp));
  const operation = "register_signer";
  return owner.write("POST /v1/signers", operation, payload, {
    timestamp,
    body: { label: parts.label ?? "phone", scopes: 1, expires_at, signer: key.address },
    headers: {
      "x-new-signer-signature": key.sign(owner.digest(operation, payload)),
      ...memoHeaders(owner, { operation, payload }, parts),
    },
  });
}

function createKey(owner: TestTrader, parts: Parts = {}): Promise<Answer> {
  const timestamp = fixture.now();
  const fields = { label: "page", signer: null, expires_at: 0n };
  const payload = encodeCreateApiKey(fields, BigInt(timestamp));
  return owner.write("POST /v1/keys", "create_api_key", payload, {
    timestamp,
    body: { label: "page", signer: null, expires_at: 0 },
    headers: memoHeaders(owner, { operation: "create_api_key", payload }, parts),
  });
}

describe("a hardware wallet", () => {
  test("creates its API key and registers a trading key, which then signs orders", async () => {
    const ledger = await fixture.trader("ledger");
    const usual: Change = (unsigned) => rebuilt(unsigned, usualAdditions(ledger.address));
    const created = await createKey(ledger, { change: usual });
    expect(created.status).toBe(201);
    expect(created.body["account"]).toBe(ledger.address);

    const key = new TestTrader(fixture.venue.url, "trading key");
    const registered = await register(ledger, { key, change: usual });
    expect([registered.status, registered.body["signer"]]).toEqual([201, key.address]);
    expect((await key.placeFor(ledger, RESTING, fixture.now())).status).toBe(201);
  });

  test("signs a write once: the same one as text is a duplicate", async () => {
    const [key, timestamp] = [new TestTrader(fixture.venue.url, "once"), fixture.now()];
    expect((await register(fixture.alice, { key, timestamp })).status).toBe(201);
    const again = await register(fixture.alice, { key, timestamp });
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    const terms = { scopes: 1, expires_at: timestamp + 3_600_000 };
    const asText = await fixture.alice.registerSigner(key, terms, timestamp);
    expect(refusalOf(asText)).toEqual([409, "DUPLICATE_REQUEST"]);
  });

  test("has the same 30 seconds as every wallet", async () => {
    const timestamp = fixture.now();
    fixture.venue.clock.advance(30_001);
    expect(refusalOf(await register(fixture.alice, { timestamp }))).toEqual([
      401,
      "TIMESTAMP_OUT_OF_WINDOW",
    ]);
    await fixture.setMark("64000");
  });
});

const LINES = ROUTES.filter(({ access }) => access === "signed" || access === "owner").map(
  ({ method, path }) => `${method} ${path}`,
);
const WITH_MEMO = ["POST /v1/keys", "POST /v1/signers"];

test.each(LINES.filter((line) => !WITH_MEMO.includes(line)))("%s takes no memo", async (line) => {
  const { alice } = fixture;
  const [method = "", path = ""] = line.replaceAll(/\{\w+\}/g, "1").split(" ");
  const timestamp = fixture.now();
  const payload = encodeRegisterSigner(
    { signer: alice.publicKey, label: "", scopes: 1, expires_at: 0n },
    BigInt(timestamp),
  );
  const headers = {
    ...alice.authorization(),
    ...alice.headers("register_signer", payload, timestamp),
    ...memoHeaders(alice, { operation: "register_signer", payload }),
  };
  const answer = await call(`${fixture.venue.url}${path}`, { method, headers, body: "{}" });
  expect(refusalOf(answer)).toEqual([400, "MEMO_NOT_ACCEPTED"]);
});

describe("a memo is refused", () => {
  const transfers: Change = (unsigned) => {
    // Another program in the place of the memo's.
    const other = unsigned.slice();
    other.fill(0, 65 + 4 + 32, 65 + 4 + 64);
    return other;
  };

  test.each<[string, Parts & { label?: string }, [number, string]]>([
    [
      "that says another operation",
      { text: `svc-trading:place_order:${"a".repeat(64)}` },
      [401, "MEMO_TEXT"],
    ],
    ["of other fields than the body's", { label: "laptop" }, [401, "MEMO_TEXT"]],
    ["that another key signed", { signer: new TestTrader("", "bob") }, [401, "INVALID_SIGNATURE"]],
    [
      "that could land",
      { change: (unsigned) => rebuilt(unsigned, { blockhash: new TestTrader("", "x").address }) },
      [400, "MEMO_BLOCKHASH"],
    ],
    ["of another program", { change: transfers }, [400, "MEMO_INSTRUCTION"]],
    [
      "that another account pays",
      { change: (unsigned) => rebuilt(unsigned, { payer: new TestTrader("", "x").address }) },
      [401, "MEMO_SIGNER"],
    ],
    [
      "with another signature beside it",
      { headers: { "x-signature": "0".repeat(128) } },
      [401, "INVALID_SIGNATURE"],
    ],
    ["that is empty", { headers: { "x-memo-transaction": "" } }, [400, "MEMO_MALFORMED"]],
    ["that is not base64", { headers: { "x-memo-transaction": "A" } }, [400, "MEMO_MALFORMED"]],
  ])("%s", async (_name, parts, expected) => {
    expect(refusalOf(await register(fixture.alice, parts))).toEqual(expected);
  });

  test("of the other operation", async () => {
    const payload = encodeCreateApiKey({ label: "page", signer: null, expires_at: 0n }, 1n);
    const text = memoOfWrite("create_api_key", fixture.alice.digest("create_api_key", payload));
    expect(refusalOf(await register(fixture.alice, { text }))).toEqual([401, "MEMO_TEXT"]);
    expect(refusalOf(await createKey(fixture.alice, { text }))).toEqual([401, "MEMO_TEXT"]);
  });

  test("of a trading key: only the owner registers one", async () => {
    const key = new TestTrader(fixture.venue.url, "not the owner");
    expect((await register(fixture.alice, { key })).status).toBe(201);
    const signed = { "x-signer-pubkey": key.address };
    const answer = await register(fixture.alice, { signer: key, headers: signed });
    expect(refusalOf(answer)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
  });

  test("without its header: its signature is none of the digest", async () => {
    const timestamp = fixture.now();
    const fields = { label: "page", signer: null, expires_at: 0n };
    const payload = encodeCreateApiKey(fields, BigInt(timestamp));
    const { "x-memo-transaction": _memo, ...headers } = memoHeaders(fixture.alice, {
      operation: "create_api_key",
      payload,
    });
    const body = { label: "page", signer: null, expires_at: 0 };
    const answer = await fixture.alice.write("POST /v1/keys", "create_api_key", payload, {
      timestamp,
      body,
      headers,
    });
    expect(refusalOf(answer)).toEqual([401, "INVALID_SIGNATURE"]);
  });
});

test("the journal proves every memo again", () => {
  const audit = new SignatureAudit();
  walkJournal({ folder: fixture.venue.folder, inspect: (command) => audit.check(command) });
  // Duplicates are in the journal too: the one that was sent again as text has no memo.
  expect(audit.counts.memos).toBe(5);
  expect(audit.counts.signed.get("register_signer")).toBe(5);
});
