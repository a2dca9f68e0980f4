/** Whose request this is, when anybody can write any header. */
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
  // With fewer entries than proxies the request came past them, and its entries are its own claim.
  const seen = plain(hops[hops.length - trustedProxies] ?? "");
  return isIP(seen) === 0 ? plain(socketAddress ?? "unknown") : seen;
}

/** What is limited together: an IPv4 address, or the network of 64 bits that an IPv6 client has to itself. */
export function limitedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    while (groups.length + last.length < 8) groups.push("0");
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** An IPv4 client of a dual-stack socket shows as `::ffff:192.0.2.1`. */
function plain(address: string): string {
  const bare = withoutPort(address);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return (
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
    address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
  );
}
