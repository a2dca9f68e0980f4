import { describe, expect, test } from "vitest";
import { readVenueConfig } from "./config.ts";

const REQUIRED = { VENUE_OPERATOR_KEY: `operator_${"0a".repeat(32)}` };

describe("VENUE_READER_ADDRESSES and VENUE_OPERATOR_ADDRESSES", () => {
  test("are empty unless they are given", () => {
    expect(readVenueConfig({ ...REQUIRED, VENUE_READER_ADDRESSES: "" })).toMatchObject({
      VENUE_READER_ADDRESSES: [],
      VENUE_OPERATOR_ADDRESSES: [],
    });
  });

  test("are lists of addresses and networks", () => {
    const given = { VENUE_READER_ADDRESSES: "10.1.0.0/16, 2001:db8::7" };
    expect(readVenueConfig({ ...REQUIRED, ...given }).VENUE_READER_ADDRESSES).toEqual([
      "10.1.0.0/16",
      "2001:db8::7",
    ]);
  });

  test("are refused with the entry that is wrong", () => {
    const given = {
      VENUE_READER_ADDRESSES: "10.1.0.0/16,app",
      VENUE_OPERATOR_ADDRESSES: "::1/200",
    };
    expect(() => readVenueConfig({ ...REQUIRED, ...given })).toThrow(
      /VENUE_READER_ADDRESSES: "app" is neither.*\n\s*VENUE_OPERATOR_ADDRESSES: "::1\/200" is neither/,
    );
  });
});

describe("VENUE_PARTNER_KEY", () => {
  const given = (VENUE_PARTNER_KEY: string) =>
    readVenueConfig({ ...REQUIRED, VENUE_PARTNER_KEY }).VENUE_PARTNER_KEY;

  test("is optional, and a secret", () => {
    expect(readVenueConfig(REQUIRED).VENUE_PARTNER_KEY).toBeUndefined();
    expect(given("")).toBeUndefined();
    const key = `partner_${"0b".repeat(32)}`;
    expect([given(key)?.reveal(), String(given(key))]).toEqual([key, "[secret]"]);
  });

  test.each([REQUIRED.VENUE_OPERATOR_KEY, `partner_${"0B".repeat(32)}`, "partner_0b"])(
    "is no other text: %s",
    (text) => {
      expect(() => given(text)).toThrow("VENUE_PARTNER_KEY: must be partner_ followed by 64");
    },
  );
});

describe("VENUE_FAULT_HOOKS", () => {
  const hooks = { ...REQUIRED, VENUE_FAULT_HOOKS: "on" };

  test("is off unless it is on, in so many words", () => {
    expect(readVenueConfig(REQUIRED).VENUE_FAULT_HOOKS).toBeUndefined();
    expect(readVenueConfig(hooks).VENUE_FAULT_HOOKS).toBe("on");
    expect(() => readVenueConfig({ ...REQUIRED, VENUE_FAULT_HOOKS: "1" })).toThrow(
      "VENUE_FAULT_HOOKS",
    );
  });

  test("is refused where others could reach the venue", () => {
    for (const given of [{ HOST: "0.0.0.0" }, { HOST: "10.0.0.7" }, { VENUE_TRUSTED_PROXIES: "1" }])
      expect(() => readVenueConfig({ ...hooks, ...given })).toThrow(
        "VENUE_FAULT_HOOKS: is for tests: it needs a loopback HOST and no VENUE_TRUSTED_PROXIES",
      );
    expect(readVenueConfig({ ...hooks, HOST: "::1" }).HOST).toBe("::1");
  });
});
