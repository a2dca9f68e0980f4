/** Recognises addresses of the public internet, the only ones that strangers' URLs may reach unless the operator opens others. */
import { isIP, isIPv6 } from "node:net";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { mappedIPv4 } from "#lib/kernel/http/client-address.ts";

/** IPv4 networks that are not public (RFC 6890 and the IANA registry of special purposes). */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** The public IPv6 network, and its exceptions: Teredo, ORCHID, documentation, 6to4. */
const GLOBAL_IPV6 = ["2000::/3"];
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const specialIPv4 = new AddressList(SPECIAL_IPV4);
const globalIPv6 = new AddressList(GLOBAL_IPV6);
const specialIPv6 = new AddressList(SPECIAL_IPV6);
const exposed = new AddressList([
  "0.0.0.0/8",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/127",
  "fe80::/10",
  "ff00::/8",
  "fd00:ec2::254",
]);
const loopback = new AddressList(["127.0.0.0/8", "::1"]);

/**
 * False for private, shared, link-local, loopback, multicast and reserved addresses, for those that are translated to IPv4
 * (NAT64, 6to4), and for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  // An honest name server never answers an IPv4 address mapped into IPv6.
  if (isIP(address) === 0 || mappedIPv4(address) !== undefined) return false;
  if (isIPv6(address)) return globalIPv6.has(address) && !specialIPv6.has(address);
  return !specialIPv4.has(address);
}

export function isLoopbackAddress(address: string): boolean {
  return loopback.has(address);
}

/**
 * True for addresses that no network or name opens: this machine, the link with its metadata services, multicast, and
 * IPv4 in the form of IPv6.
 */
export function isExposedAddress(address: string): boolean {
  return mappedIPv4(address) !== undefined || exposed.has(address);
}
