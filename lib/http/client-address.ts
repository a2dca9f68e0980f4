/** Whose request this is, when anybody can write any header. */

/** The headers by which proxies describe the request that they pass on. */
export const FORWARDING_HEADERS = [
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
] as const;

/**
 * The client's address: the socket's, or, behind `trustedProxyDepth` proxies, the entry that the outermost of them
 * added to X-Forwarded-For. Entries further left are the client's own claim and count for nothing.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedProxyDepth: number,
): string {
  const header = typeof forwardedFor === "string" ? forwardedFor : (forwardedFor ?? []).join(",");
  const claimed = header.split(",").map((part) => part.trim());
  const hops = [...claimed.filter((part) => part !== ""), socketAddress ?? "unknown"];
  const index = Math.max(0, hops.length - 1 - trustedProxyDepth);
  return plainAddress(hops[index] ?? "unknown");
}

/** An IPv4 client of a dual-stack socket shows as `::ffff:192.0.2.1`. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
