import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AddressList, readAddressList } from "./address-list.ts";

const schema = z.string().transform(readAddressList);
const issuesOf = (text: string) =>
  (schema.safeParse(text).error?.issues ?? []).map(({ message }) => message);

describe("a list of addresses", () => {
  const list = new AddressList(schema.parse("192.0.2.7, 10.1.0.0/16,2001:DB8::/48,, 2001:db9::1,"));

  test.each([
    "192.0.2.7",
    "10.1.0.0",
    "10.1.255.255",
    "::ffff:10.1.2.3",
    "2001:db8:0:ffff::1",
    "2001:0db9:0:0:0:0:0:1",
    "2001:db9::1%eth0",
  ])("has %s", (address) => {
    expect(list.has(address)).toBe(true);
  });

  test.each(["192.0.2.8", "10.2.0.0", "2001:db8:1::", "2001:db9::2", "unknown", ""])(
    "has not %j",
    (address) => {
      expect(list.has(address)).toBe(false);
    },
  );

  test("that is empty has none", () => {
    expect(new AddressList(schema.parse("")).has("127.0.0.1")).toBe(false);
  });
});

describe("an entry is refused and shown", () => {
  test.each([
    "10.1.0.0/33",
    "2001:db8::/129",
    "10.1.0.0/",
    "10.1.0.0/-1",
    "10.1/16",
    "192.0.2.7:80",
    "fe80::1%eth0",
    "app.example.org",
    "*",
  ])("%s", (entry) => {
    expect(issuesOf(`192.0.2.1, ${entry}`)).toEqual([
      `${JSON.stringify(entry)} is neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/48`,
    ]);
  });

  test("together with every other one", () => {
    expect(issuesOf("one, two")).toHaveLength(2);
  });
});
