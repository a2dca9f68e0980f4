/**
 * The published client signs the bytes of the published vectors. It sends a write whose answer is lost again as
 * the same bytes, so the write cannot happen twice.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  digestOf,
  type Operation,
  payloadOf,
  Signer,
  UnknownOutcome,
  VenueClient,
  VenueRefusal,
} from "./venue-client.ts";

type Vector = {
  operation: Operation;
  note: string;
  signed_by: "owner" | "delegate";
  fields: object;
  timestamp: string;
  payload_hex: string;
  digest_hex: string;
  signature_hex: string;
};

const file = new URL("../../../docs/api/vectors/operations.json", import.meta.url);
const { keys, vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  keys: Record<"owner" | "delegate", { seed_hex: string; public_key: string }>;
  vectors: Vector[];
};

const signerOf = (name: "owner" | "delegate") =>
  new Signer(Buffer.from(keys[name].seed_hex, "hex"));

test.each(vectors)("$operation: $note", (vector) => {
  const payload = payloadOf(vector.operation, vector.fields, vector.timestamp);
  expect(payload.toString("hex")).toBe(vector.payload_hex);
  const digest = digestOf(vector.operation, signerOf("owner").publicKey, payload);
  expect(digest).toBe(vector.digest_hex);
  expect(signerOf(vector.signed_by).signDigest(digest)).toBe(vector.signature_hex);
});

test("public keys equal those of the vectors", () => {
  expect(signerOf("owner").publicKey).toBe(keys.owner.public_key);
  expect(signerOf("delegate").publicKey).toBe(keys.delegate.public_key);
});

const order = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.1",
  price: "60000",
  order_type: "LIMIT",
  time_in_force: "GTC",
} as const;

type Sent = { method: string; url: string; headers: Record<string, string>; body?: string };

describe("a write without an answer", () => {
  const client = new VenueClient({ url: "http://venue.test", signer: signerOf("owner") });
  let writes: Sent[];
  let reads: string[];

  beforeEach(() => {
    writes = [];
    reads = [];
    vi.useFakeTimers({ toFake: ["setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Answers writes with the list, one after the other; `undefined` loses the answer. */
  function venueAnswers(answers: (Response | undefined)[], orders: object[] = []) {
    vi.stubGlobal("fetch", (url: string, init: Omit<Sent, "url">) => {
      if (init.method === "GET") {
        reads.push(url);
        return Promise.resolve(Response.json({ results: orders }));
      }
      writes.push({ ...init, url });
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("fetch failed"));
    });
  }

  async function settled<Answer>(write: Promise<Answer>): Promise<Answer> {
    write.catch(() => undefined);
    // Longer than all repetitions take. Running all timers would not end: other files leave timers that repeat.
    await vi.advanceTimersByTimeAsync(60_000);
    return write;
  }

  function refusal(status: number, error: string, more: object = {}, headers = {}) {
    return Response.json({ error, message: "no", ...more }, { status, headers });
  }

  const duplicate = () => refusal(409, "DUPLICATE_REQUEST", { data: { id: "7" } });

  test("is sent again byte for byte, and a duplicate answers with the original", async () => {
    venueAnswers([undefined, refusal(502, "VENUE_UNREACHABLE"), duplicate()]);
    expect(await settled(client.placeOrder(order))).toEqual({ id: "7" });
    expect(writes).toHaveLength(3);
    const [first, ...repeats] = writes;
    for (const repeat of repeats) {
      expect([repeat.url, repeat.body, repeat.headers]).toEqual([
        first?.url,
        first?.body,
        first?.headers,
      ]);
    }
  });

  test("whose original was refused throws that refusal and returns no result", async () => {
    const data = { error: "INSUFFICIENT_MARGIN", message: "too little" };
    venueAnswers([undefined, refusal(409, "DUPLICATE_REQUEST", { data })]);
    const written = settled(client.placeOrder(order));
    await expect(written).rejects.toThrow(VenueRefusal);
    await expect(written).rejects.toMatchObject({ code: "INSUFFICIENT_MARGIN", final: true });
  });

  test("is not sent again when its order already exists", async () => {
    const at = 1_800_000_000_000;
    vi.setSystemTime(at);
    vi.spyOn(Date, "now").mockReturnValue(at);
    const digest = digestOf("place_order", client.account, payloadOf("place_order", order, at));
    venueAnswers(
      [undefined],
      [
        { id: "8", digest: "other" },
        { id: "9", digest },
      ],
    );
    expect(await settled(client.placeOrder(order))).toEqual({ id: "9", digest });
    expect(writes).toHaveLength(1);
    vi.restoreAllMocks();
  });

  test("is looked up by its client_id, and is another order when the id is that of an earlier one", async () => {
    const named = { ...order, client_id: "mine" };
    venueAnswers([undefined, duplicate()], [{ id: "8", digest: "earlier" }]);
    expect(await settled(client.placeOrder(named))).toEqual({ id: "7" });
    expect(reads[0]).toBe("http://venue.test/v1/orders?status=ALL&client_id=mine");
  });

  test("may be signed again under its client_id: the refusal has the first order", async () => {
    const named = { ...order, client_id: "mine" };
    const lost = Array<undefined>(4).fill(undefined);
    const first = { id: "7", status: "CLOSED" };
    venueAnswers([...lost, refusal(409, "DUPLICATED_CLIENT_ID", { data: first })]);
    expect(await settled(client.placeOrderOnce(named))).toEqual(first);
    const timestamps = new Set(writes.map((sent) => sent.headers["x-signature-timestamp"]));
    expect([writes.length, timestamps.size]).toEqual([5, 2]);
    venueAnswers([refusal(422, "INVALID_TICK")]);
    await expect(settled(client.placeOrderOnce(named))).rejects.toThrow("INVALID_TICK");
    writes = [];
    venueAnswers([]);
    await expect(settled(client.placeOrderOnce(named))).rejects.toThrow(UnknownOutcome);
    expect(writes).toHaveLength(16);
  });

  test("stays unknown when the venue does not come back, or comes back after the window", async () => {
    const fresh = () => new VenueClient({ url: "http://venue.test", signer: signerOf("owner") });
    venueAnswers([]);
    await expect(settled(fresh().cancelOrder("1", "BTCUSDC"))).rejects.toThrow(UnknownOutcome);
    venueAnswers([undefined, refusal(401, "TIMESTAMP_OUT_OF_WINDOW")]);
    await expect(settled(fresh().cancelOrder("1", "BTCUSDC"))).rejects.toThrow(UnknownOutcome);
  });

  test("a refusal is final: the client sends once, also when it is a duplicate of another caller's write", async () => {
    for (const answer of [
      refusal(422, "INVALID_TICK"),
      duplicate(),
      refusal(503, "MARKET_HALTED"),
    ]) {
      writes = [];
      venueAnswers([answer]);
      await expect(settled(client.placeOrder(order))).rejects.toThrow(VenueRefusal);
      expect(writes).toHaveLength(1);
    }
  });

  test("a rate limit makes the client wait as long as the venue says, and leaves no outcome unknown", async () => {
    const limited = () => refusal(429, "RATE_LIMITED", {}, { "retry-after": "2" });
    venueAnswers([limited(), Response.json({ id: "7" }, { status: 201 })]);
    expect(await settled(client.placeOrder(order))).toEqual({ id: "7" });
    venueAnswers([limited(), limited(), limited(), limited()]);
    await expect(settled(client.placeOrder(order))).rejects.toThrow(VenueRefusal);
  });

  test("the repeat of a key's own revocation gets 401, which means success", async () => {
    venueAnswers([undefined, refusal(401, "UNKNOWN_API_KEY")]);
    expect(await settled(client.revokeKey("key_1"))).toEqual({ id: "key_1", revoked: true });
  });

  test("a withdrawal without an answer is sent again as the same bytes, and a duplicate is its result", async () => {
    const transfer = { id: "wdr_1", status: "RESERVED" };
    venueAnswers([undefined, refusal(409, "DUPLICATE_REQUEST", { data: { transfer } })]);
    expect(await settled(client.withdraw({ amount: "12.5" }))).toEqual({ transfer });
    expect(writes).toHaveLength(2);
    expect(writes[1]?.headers).toEqual(writes[0]?.headers);
    expect(writes[1]?.body).toBe(writes[0]?.body);
    expect([writes[0]?.url, writes[0]?.body]).toEqual([
      "http://venue.test/v1/withdrawals",
      '{"amount":"12.5"}',
    ]);
  });

  test("a clock that was set right counts at once, whatever was signed by the wrong one", async () => {
    const venueTime = 1_800_000_000_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(venueTime + 60_000);
    const skewed = new VenueClient({ url: "http://venue.test", signer: signerOf("owner") });
    venueAnswers([refusal(401, "TIMESTAMP_OUT_OF_WINDOW"), Response.json({})]);
    await expect(settled(skewed.placeOrder(order))).rejects.toThrow(VenueRefusal);
    clock.mockReturnValue(venueTime);
    await settled(skewed.placeOrder(order));
    vi.restoreAllMocks();
    expect(writes[1]?.headers["x-signature-timestamp"]).toBe(String(venueTime));
  });

  test("two writes in the same millisecond get two timestamps", async () => {
    vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_001);
    venueAnswers([Response.json({}), Response.json({})]);
    await Promise.all([settled(client.placeOrder(order)), settled(client.placeOrder(order))]);
    vi.restoreAllMocks();
    const [first, second] = writes.map((sent) => Number(sent.headers["x-signature-timestamp"]));
    expect(second).toBeGreaterThan(first!);
  });
});
