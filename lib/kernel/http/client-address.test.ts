import { SocketAddress } from "node:net";
import { describe, expect, test } from "vitest";
import { clientAddress, limitedAddress } from "./client-address.ts";

describe("the address of a client", () => {
  test.each([
    {
      name: "is the socket's when no proxy is trusted",
      socket: "192.0.2.1",
      header: "10.0.0.9",
      depth: 0,
      address: "192.0.2.1",
    },
    {
      name: "is what the one proxy saw",
      socket: "10.0.0.1",
      header: "198.51.100.7",
      depth: 1,
      address: "198.51.100.7",
    },
    {
      name: "is not what the client claims",
      socket: "10.0.0.1",
      header: "1.1.1.1, 198.51.100.7",
      depth: 1,
      address: "198.51.100.7",
    },
    {
      name: "counts two proxies from the right",
      socket: "10.0.0.1",
      header: "9.9.9.9, 198.51.100.7, 10.0.0.2",
      depth: 2,
      address: "198.51.100.7",
    },
    {
      name: "is the socket's when no proxy wrote anything",
      socket: "10.0.0.1",
      header: undefined,
      depth: 2,
      address: "10.0.0.1",
    },
    {
      name: "is not what a client claims that came past the proxies",
      socket: "198.51.100.7",
      header: "1.1.1.1",
      depth: 2,
      address: "198.51.100.7",
    },
    {
      name: "is the socket's when the entry is no address",
      socket: "10.0.0.1",
      header: "unknown",
      depth: 1,
      address: "10.0.0.1",
    },
    {
      name: "loses the port that some proxies write",
      socket: "10.0.0.1",
      header: "[2001:db8::1]:4711",
      depth: 1,
      address: "2001:db8::1",
    },
    {
      name: "is a plain IPv4 address on a dual-stack socket",
      socket: "::ffff:192.0.2.1",
      header: undefined,
      depth: 0,
      address: "192.0.2.1",
    },
    {
      name: "is a plain IPv4 address, however a proxy spells it as IPv6",
      socket: "10.0.0.1",
      header: "[0:0:0:0:0:FFFF:c000:201]:4711",
      depth: 1,
      address: "192.0.2.1",
    },
    {
      name: "keeps IPv6",
      socket: "2001:db8::1",
      header: undefined,
      depth: 0,
      address: "2001:db8::1",
    },
  ])("$name", ({ socket, header, depth, address }) => {
    expect(clientAddress(socket, header, depth)).toBe(address);
  });
});

describe("the unit of address limits", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:1:2::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::1", "0:0:0:0"],
    ["1::", "1:0:0:0"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["0:0:0:0:0:ffff:c000:0201", "192.0.2.1"],
    ["::ffff:0:c000:201", "0:0:0:0"],
    ["64:ff9b::c000:201", "192.0.2.1"],
    ["64:ff9b::192.0.2.1", "192.0.2.1"],
    ["64:ff9b:0:0:0:1:c000:201", "64:ff9b:0:0"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });

  test("never covers two IPv4 addresses, in whatever form a proxy names them", () => {
    for (const form of ["::ffff:", "64:ff9b::", ""]) {
      const counted = ["192.0.2.1", "192.0.2.2", "198.51.100.1"].map((ip) =>
        limitedAddress(form + ip),
      );
      expect(counted).toEqual(["192.0.2.1", "192.0.2.2", "198.51.100.1"]);
    }
  });

  test("is the same for every spelling of an IPv6 address", () => {
    for (let seed = 1; seed < 500; seed += 1) {
      // Few values, so that runs of zeros come in every place.
      const groups = Array.from({ length: 8 }, (_, index) => (seed >> index) & 1 && 0xab);
      const full = groups
        .map((group) => group.toString(16).padStart(4, "0").toUpperCase())
        .join(":");
      const { address: short } = new SocketAddress({ address: full, family: "ipv6" });
      expect(limitedAddress(short)).toBe(limitedAddress(full));
    }
  });
});
