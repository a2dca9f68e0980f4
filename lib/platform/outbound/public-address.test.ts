/** The addresses from which untrusted documents may be fetched. */
import { expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "198.20.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001::1",
  "2001:4860:4860::8888",
])("%s is on the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["this network", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["a private network", "10.0.0.1"],
  ["a carrier's own network", "100.64.0.1"],
  ["a carrier's own network", "100.127.255.255"],
  ["this machine", "127.0.0.1"],
  ["this machine", "127.255.0.9"],
  ["link-local, where clouds keep credentials", "169.254.169.254"],
  ["a private network", "172.16.0.1"],
  ["a private network", "172.31.255.255"],
  ["protocols", "192.0.0.8"],
  ["examples", "192.0.2.1"],
  ["a private network", "192.168.1.1"],
  ["measurements", "198.18.0.1"],
  ["measurements", "198.19.255.255"],
  ["examples", "198.51.100.7"],
  ["examples", "203.0.113.7"],
  ["groups", "224.0.0.1"],
  ["groups", "239.255.255.255"],
  ["unassigned", "240.0.0.1"],
  ["everybody", "255.255.255.255"],
  ["nothing", "::"],
  ["this machine", "::1"],
  ["IPv4 in IPv6", "::ffff:127.0.0.1"],
  ["IPv4 in IPv6, also of the public internet", "::ffff:8.8.8.8"],
  ["IPv4 in IPv6 as groups", "::ffff:a00:1"],
  ["IPv4 in IPv6, in the old form", "::127.0.0.1"],
  ["IPv4 behind a translator", "64:ff9b::a00:1"],
  ["IPv4 behind a local translator", "64:ff9b:1::a00:1"],
  ["a black hole", "100::1"],
  ["Teredo", "2001:0:a00:1::1"],
  ["ORCHID", "2001:20::1"],
  ["examples", "2001:db8::1"],
  ["6to4 of a private network", "2002:a00:1::1"],
  ["examples", "3fff::1"],
  ["segment routing", "5f00::1"],
  ["a private network", "fc00::1"],
  ["a private network", "fd12:3456::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local, deprecated", "fec0::1"],
  ["groups", "ff02::1"],
  ["not an address", "localhost"],
  ["not an address", "0x7f.1"],
  ["not an address", "2130706433"],
  ["not an address", ""],
])("%s is not on the public internet: %s", (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("this machine is recognised in both families, and no other address is", () => {
  expect(["127.0.0.1", "127.8.8.8", "::1"].filter(isLoopbackAddress)).toHaveLength(3);
  expect(["128.0.0.1", "::2", "10.0.0.1", "localhost"].filter(isLoopbackAddress)).toEqual([]);
});
