import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

describe("the address of a client", () => {
  test.each([
    ["is the socket's when no proxy is trusted", "192.0.2.1", "10.0.0.9", 0, "192.0.2.1"],
    ["is what the one proxy saw", "10.0.0.1", "198.51.100.7", 1, "198.51.100.7"],
    ["is not what the client claims", "10.0.0.1", "1.1.1.1, 198.51.100.7", 1, "198.51.100.7"],
    [
      "counts two proxies from the right",
      "10.0.0.1",
      "9.9.9.9, 198.51.100.7, 10.0.0.2",
      2,
      "198.51.100.7",
    ],
    [
      "is the farthest known when proxies are fewer than trusted",
      "10.0.0.1",
      undefined,
      2,
      "10.0.0.1",
    ],
    [
      "is a plain IPv4 address on a dual-stack socket",
      "::ffff:192.0.2.1",
      undefined,
      0,
      "192.0.2.1",
    ],
    ["keeps IPv6", "2001:db8::1", undefined, 0, "2001:db8::1"],
  ])("%s", (_name, socket, header, depth, address) => {
    expect(clientAddress(socket, header, depth)).toBe(address);
  });
});
