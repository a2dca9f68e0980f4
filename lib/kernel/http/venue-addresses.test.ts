import { describe, expect, test } from "vitest";
import { UpstreamError } from "./http-client.ts";
import { firstAddress, VenueAddresses, venueSetting } from "./venue-addresses.ts";

describe("the setting", () => {
  test.each([
    ["http://a:4000/", "http://a:4000"],
    ["https://a.example, https://b.example/", "https://a.example,https://b.example"],
  ])("%s is taken without slashes and spaces", (text, expected) => {
    expect(venueSetting.parse(text)).toBe(expected);
    expect(expected.startsWith(firstAddress(expected))).toBe(true);
  });

  test.each(["", "a.example", "http://a,", "http://a,https://b", "postgres://a"])(
    "%s is refused",
    (text) => {
      expect(venueSetting.safeParse(text).success).toBe(false);
    },
  );
});

describe("a read", () => {
  const standby = () =>
    new UpstreamError("status", "refused", { status: 503, code: "NOT_PRIMARY" });
  const gone = () => new UpstreamError("unreachable", "no connection");

  /** Asks; each address answers with its name, or as `faults` says. */
  async function read(addresses: VenueAddresses, faults: Record<string, () => Error>) {
    const requested: string[] = [];
    const answer = await addresses
      .read(async (url) => {
        requested.push(url);
        const fault = faults[url];
        if (fault !== undefined) throw fault();
        return url;
      })
      .catch((error: unknown) => (error as Error).message);
    return { requested, answer };
  }

  test.each([standby, gone])("goes on to the primary, and stays there", async (fault) => {
    const addresses = new VenueAddresses("a,b,c");
    expect(await read(addresses, { a: fault, b: fault })).toEqual({
      requested: ["a", "b", "c"],
      answer: "c",
    });
    expect((await read(addresses, {})).requested).toEqual(["c"]);
    expect((await read(addresses, { c: fault })).requested).toEqual(["c", "a"]);
  });

  test("asks each address once when none of them is the primary", async () => {
    const addresses = new VenueAddresses("a,b");
    const { requested, answer } = await read(addresses, { a: standby, b: gone });
    expect([requested, answer]).toEqual([["a", "b"], "no connection"]);
    expect((await read(addresses, {})).requested).toEqual(["a"]);
  });

  test("that was not answered in time is over, and the next one goes elsewhere", async () => {
    const addresses = new VenueAddresses("a,b");
    const late = () => new UpstreamError("timeout", "too late");
    expect(await read(addresses, { a: late })).toEqual({ requested: ["a"], answer: "too late" });
    expect((await read(addresses, {})).requested).toEqual(["b"]);
  });

  test("does not wait for a silent address again while others refuse", async () => {
    let now = 0;
    const addresses = new VenueAddresses("a,b", () => now);
    const late = () => new UpstreamError("timeout", "too late");
    await read(addresses, { a: late });
    expect(await read(addresses, { a: late, b: standby })).toEqual({
      requested: ["b", "b"],
      answer: "refused",
    });
    expect((await read(addresses, { a: late })).requested).toEqual(["b"]);
    now = 5_000;
    expect((await read(addresses, { b: standby })).requested).toEqual(["b", "a"]);
  });

  test.each([
    new UpstreamError("status", "limited", { status: 429, code: "RATE_LIMITED" }),
    new UpstreamError("status", "halted", { status: 503, code: "MARKET_HALTED" }),
    new UpstreamError("unexpected", "no JSON"),
    new TypeError("a defect"),
  ])("that the primary refuses stays there: $message", async (error) => {
    const addresses = new VenueAddresses("a,b");
    expect(await read(addresses, { a: () => error })).toMatchObject({ requested: ["a"] });
    expect((await read(addresses, {})).requested).toEqual(["a"]);
  });

  test("that another one overtook moves nobody back", () => {
    const addresses = new VenueAddresses("a,b");
    addresses.moveFrom("a");
    addresses.moveFrom("a");
    expect(addresses.current).toBe("b");
  });
});
