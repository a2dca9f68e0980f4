import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AddressList, parseAddresses, readAddressList } from "./address-list.ts";

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
  ])("contains %s", (address) => {
    expect(list.has(address)).toBe(true);
  });

  test.each(["192.0.2.8", "10.2.0.0", "2001:db8:1::", "2001:db9::2", "unknown", ""])(
    "does not contain %j",
    (address) => {
      expect(list.has(address)).toBe(false);
    },
  );

  test("that is empty contains none", () => {
    expect(new AddressList(schema.parse("")).has("127.0.0.1")).toBe(false);
  });
});

describe("a network contains its first and last address, and nothing beyond:", () => {
  test.each([
    { network: "0.0.0.0/0", in: ["0.0.0.0", "255.255.255.255", "::ffff:1.2.3.4"], out: ["::1"] },
    { network: "::/0", in: ["::", "::1", "ffff:ffff::1"], out: ["1.2.3.4", "::ffff:1.2.3.4"] },
    { network: "192.0.2.7/32", in: ["192.0.2.7"], out: ["192.0.2.6", "192.0.2.8"] },
    { network: "192.0.2.6/31", in: ["192.0.2.6", "192.0.2.7"], out: ["192.0.2.5", "192.0.2.8"] },
    {
      network: "10.1.128.0/17",
      in: ["10.1.128.0", "10.1.255.255"],
      out: ["10.1.127.255", "10.2.0.0"],
    },
    { network: "128.0.0.0/1", in: ["128.0.0.0", "255.255.255.255"], out: ["127.255.255.255"] },
    { network: "2001:db8::1/128", in: ["2001:db8::1"], out: ["2001:db8::", "2001:db8::2"] },
    {
      network: "2001:db8::/127",
      in: ["2001:db8::", "2001:db8::1"],
      out: ["2001:db8::2", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff"],
    },
    {
      network: "2001:db8:8000::/33",
      in: ["2001:db8:8000::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
      out: ["2001:db8:7fff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"],
    },
    {
      network: "::ffff:1.2.3.4",
      in: ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:102:304", "0:0:0:0:0:ffff:0102:0304"],
      out: ["1.2.3.5", "::1.2.3.4", "::ffff:0:102:304"],
    },
    {
      network: "::ffff:1.2.3.0/120",
      in: ["1.2.3.0", "1.2.3.255", "::ffff:1.2.3.128"],
      out: ["1.2.2.255", "1.2.4.0"],
    },
    { network: "::ffff:0:0/96", in: ["0.0.0.0", "255.255.255.255"], out: ["::1", "::fffe:0:1"] },
  ])("$network", ({ network, in: inside, out }) => {
    const list = new AddressList(parseAddresses([network]).entries);
    expect(inside.map((address) => [address, list.has(address)])).toEqual(
      inside.map((address) => [address, true]),
    );
    expect(out.map((address) => [address, list.has(address)])).toEqual(
      out.map((address) => [address, false]),
    );
  });
});

describe("an entry is stored in one form:", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7/32", "192.0.2.7"],
    [" 10.1.0.0/16 ", "10.1.0.0/16"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::/0", "::/0"],
    ["2001:0DB8:0000::0001/128", "2001:db8::1"],
    ["2001:DB8:0:0:1:0:0:0/80", "2001:db8:0:0:1::/80"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::ffff:102:304/128", "1.2.3.4"],
    ["::ffff:1.2.3.0/120", "1.2.3.0/24"],
    ["::ffff:0:0/96", "0.0.0.0/0"],
    ["64:ff9b::192.0.2.1", "64:ff9b::c000:201"],
  ])("%s as %s", (given, expected) => {
    expect(parseAddresses([given])).toEqual({ entries: [expected], refused: [] });
    expect(parseAddresses([expected]).entries).toEqual([expected]);
  });

  test("each once, in the order given, without empty ones", () => {
    const given = ["10.0.0.1", "", "::ffff:10.0.0.1", " ", "2001:db8::/48", "10.0.0.1/32"];
    expect(parseAddresses(given).entries).toEqual(["10.0.0.1", "2001:db8::/48"]);
  });
});

describe("an invalid entry is refused with the reason:", () => {
  test.each([
    ["192.0.2.7/24", "host_bits", "192.0.2.0/24"],
    ["1.2.3.4/0", "host_bits", "0.0.0.0/0"],
    ["2001:db8::1/64", "host_bits", "2001:db8::/64"],
    ["::1/0", "host_bits", "::/0"],
    ["::ffff:1.2.3.4/120", "host_bits", "1.2.3.0/24"],
    ["::ffff:1.2.3.4/64", "host_bits", "::/64"],
    ["010.1.0.0", "leading_zeros", undefined],
    ["10.01.0.0/16", "leading_zeros", undefined],
    ["10.1.0.0/08", "leading_zeros", undefined],
    ["10.1.0.0/00", "leading_zeros", undefined],
    ["fe80::1%eth0", "zone", undefined],
    ["fe80::%1/64", "zone", undefined],
    ["10.1.0.0/33", "prefix_too_long", undefined],
    ["2001:db8::/129", "prefix_too_long", undefined],
    ["10.1.0.0/999", "prefix_too_long", undefined],
    ["10.1.0.0/255.255.0.0", "not_an_address", undefined],
    ["10.1.0.0/", "not_an_address", undefined],
    ["10.1.0.0/-1", "not_an_address", undefined],
    ["10.1.0.0/1 6", "not_an_address", undefined],
    ["10.1/16", "not_an_address", undefined],
    ["167772161", "not_an_address", undefined],
    ["0x0a.0.0.1", "not_an_address", undefined],
    ["256.0.0.1", "not_an_address", undefined],
    ["192.0.2.7:80", "not_an_address", undefined],
    ["[::1]", "not_an_address", undefined],
    ["1:2:3", "not_an_address", undefined],
    ["::1::", "not_an_address", undefined],
    ["\u0661.1.1.1", "not_an_address", undefined],
    ["app.example.org", "not_an_address", undefined],
    ["10.0.0.1-10.0.0.9", "not_an_address", undefined],
    ["*", "not_an_address", undefined],
  ])("%s, %s", (entry, problem, network) => {
    const { entries, refused } = parseAddresses(["192.0.2.1", entry]);
    expect(entries).toEqual(["192.0.2.1"]);
    expect(refused).toEqual([
      {
        entry,
        problem,
        reason: expect.stringMatching(/^(is|has) .*[^.]$/),
        ...(network !== undefined && { network }),
      },
    ]);
  });

  test("and never widens a list that contains it", () => {
    expect(() => new AddressList(["192.0.2.7/24"])).toThrow("192.0.2.0/24");
    expect(() => new AddressList(["nonsense"])).toThrow("nonsense");
  });

  test("however long it is", () => {
    const { refused } = parseAddresses(["1".repeat(100_000)]);
    expect(refused[0]?.entry).toHaveLength(60);
  });
});

describe("an invalid entry of a configuration is refused and shown", () => {
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
    const [issue, ...others] = issuesOf(`192.0.2.1, ${entry}`);
    expect(issue).toMatch(/ (is neither an address nor a network such as|has a zone)/);
    expect(issue?.startsWith(JSON.stringify(entry))).toBe(true);
    expect(others).toEqual([]);
  });

  test("together with every other invalid entry", () => {
    expect(issuesOf("one, two")).toHaveLength(2);
  });
});
