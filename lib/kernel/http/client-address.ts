/** The client's address behind proxies, although any client can send any header. */
import { hash } from "node:crypto";
import { isIP, isIPv6 } from "node:net";

/**
 * The client's address: the socket's, or, behind `trustedProxies` proxies, the entry of X-Forwarded-For that the
 * outermost of them added. Entries further left are the client's own claim and count for nothing.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwardedFor === undefined) return plain(socketAddress ?? "unknown");
  const header = typeof forwardedFor === "string" ? forwardedFor : forwardedFor.join(",");
  const claimed = header.split(",").map((part) => part.trim());
  const hops = claimed.filter((part) => part !== "");
  // With fewer entries than proxies the request bypassed them, and its entries are the client's claim.
  const seen = plain(hops[hops.length - trustedProxies] ?? "");
  return isIP(seen) === 0 ? plain(socketAddress ?? "unknown") : seen;
}

/**
 * The unit that shares a limit: an IPv4 address, also behind a translator to IPv6, or the 64-bit network that an IPv6
 * client has to itself.
 */
export function limitedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const embedded = embeddedIPv4(groups, MAPPED) ?? embeddedIPv4(groups, TRANSLATED);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return embedded ?? network.join(":");
}

/**
 * A number from 0 to 2^32 - 1 for the unit that shares a limit, to pick its place in a table.
 * @param seed random, so that no client can aim at the place of another
 */
export function addressHash(seed: string, address: string): number {
  const digest = hash("sha256", seed + limitedAddress(address), "hex");
  return Number.parseInt(digest.slice(0, 8), 16);
}

/** The IPv4 address that an IPv6 one stands for on a dual-stack socket (`::ffff:192.0.2.1`, however it is spelled). */
export function mappedIPv4(address: string): string | undefined {
  return isIPv6(address) ? embeddedIPv4(groupsOf(address), MAPPED) : undefined;
}

/** The first six groups of `::ffff:0:0/96`: an IPv4 client of a dual-stack socket (RFC 4291, 2.5.5.2). */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
/** The prefix `64:ff9b::/96`: an IPv4 client behind a translator (RFC 6052, 2.1). */
const TRANSLATED = [0x64, 0xff9b, 0, 0, 0, 0];

/** The canonical form in which addresses are compared: an IPv4 client of a dual-stack socket as IPv4. */
function plain(address: string): string {
  const bare = withoutPort(address);
  return mappedIPv4(bare) ?? bare;
}

function embeddedIPv4(groups: readonly number[], prefix: readonly number[]): string | undefined {
  if (prefix.some((group, index) => groups[index] !== group)) return undefined;
  const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
  return octets.join(".");
}

/** The eight groups of an IPv6 address in any spelling that `isIPv6` accepts, without its zone. */
export function groupsOf(address: string): number[] {
  const [bare = ""] = address.split("%");
  const hex = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = [], tail = []] = hex
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))));
  const left = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...left, ...tail];
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return (
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
    address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
  );
}
