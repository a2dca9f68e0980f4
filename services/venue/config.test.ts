import { describe, expect, test } from "vitest";
import { readVenueConfig } from "./config.ts";

const REQUIRED = { VENUE_OPERATOR_KEY: `operator_${"0a".repeat(32)}` };

describe("VENUE_READER_ADDRESSES and VENUE_OPERATOR_ADDRESSES", () => {
  test("are empty by default", () => {
    expect(readVenueConfig({ ...REQUIRED, VENUE_READER_ADDRESSES: "" })).toMatchObject({
      VENUE_READER_ADDRESSES: [],
      VENUE_OPERATOR_ADDRESSES: [],
    });
  });

  test("accept addresses and networks", () => {
    const given = { VENUE_READER_ADDRESSES: "10.1.0.0/16, 2001:db8::7" };
    expect(readVenueConfig({ ...REQUIRED, ...given }).VENUE_READER_ADDRESSES).toEqual([
      "10.1.0.0/16",
      "2001:db8::7",
    ]);
  });

  test("are refused with the invalid entry", () => {
    const given = {
      VENUE_READER_ADDRESSES: "10.1.0.0/16,app",
      VENUE_OPERATOR_ADDRESSES: "::1/200",
    };
    expect(() => readVenueConfig({ ...REQUIRED, ...given })).toThrow(
      /VENUE_READER_ADDRESSES: "app" is neither.*\n\s*VENUE_OPERATOR_ADDRESSES: "::1\/200" is neither/,
    );
  });
});

describe.each([
  ["VENUE_PARTNER_KEY", "partner"],
  ["VENUE_READER_KEY", "reader"],
  ["VENUE_CUSTODY_KEY", "custody"],
] as const)("%s", (name, prefix) => {
  const given = (key: string) => readVenueConfig({ ...REQUIRED, [name]: key })[name];

  test("is optional, and a secret", () => {
    expect(readVenueConfig(REQUIRED)[name]).toBeUndefined();
    expect(given("")).toBeUndefined();
    const key = `${prefix}_${"0b".repeat(32)}`;
    expect([given(key)?.reveal(), String(given(key))]).toEqual([key, "[secret]"]);
  });

  test.each([REQUIRED.VENUE_OPERATOR_KEY, `${prefix}_${"0B".repeat(32)}`, `${prefix}_0b`])(
    "refuses the text %s",
    (text) => {
      expect(() => given(text)).toThrow(`${name}: must be ${prefix}_ followed by 64`);
    },
  );
});

describe("VENUE_JOURNAL_URL", () => {
  const url = "postgres://venue@db.example/venue";

  test("is absent by default: the journal is in files", () => {
    expect(readVenueConfig(REQUIRED).VENUE_JOURNAL_URL).toBeUndefined();
    expect(
      readVenueConfig({ ...REQUIRED, VENUE_JOURNAL_URL: "" }).VENUE_JOURNAL_URL,
    ).toBeUndefined();
  });

  test("needs the address at which clients reach this venue", () => {
    const node = { VENUE_NODE_URL: "https://venue-a.example" };
    const given = readVenueConfig({ ...REQUIRED, VENUE_JOURNAL_URL: url, ...node });
    expect(given.VENUE_JOURNAL_URL?.reveal()).toBe(url);
    expect(() => readVenueConfig({ ...REQUIRED, VENUE_JOURNAL_URL: url })).toThrow(
      "VENUE_NODE_URL: VENUE_JOURNAL_URL needs it",
    );
  });

  test.each([
    ["ftp://venue-a.example", "must be an http:// or https:// address"],
    ["venue-a.example", "must be an http:// or https:// address"],
    ["https://venue:hunter2@venue-a.example", "must have no user and no password"],
    ["https://venue@venue-a.example", "must have no user and no password"],
  ])("VENUE_NODE_URL may not be %s", (node, reason) => {
    const given = { ...REQUIRED, VENUE_JOURNAL_URL: url, VENUE_NODE_URL: node };
    expect(() => readVenueConfig(given)).toThrow(`VENUE_NODE_URL: ${reason}`);
    expect(() => readVenueConfig(given)).not.toThrow("hunter2");
  });

  test("must be an address of Postgres, and is never printed", () => {
    const wrong = { ...REQUIRED, VENUE_JOURNAL_URL: "mysql://root:hunter2@db.example" };
    expect(() => readVenueConfig(wrong)).toThrow("VENUE_JOURNAL_URL: must begin with postgres://");
    expect(() => readVenueConfig(wrong)).not.toThrow("hunter2");
  });
});
