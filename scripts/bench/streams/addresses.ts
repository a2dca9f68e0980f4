/** Loopback addresses for clients, so that no client reaches a limit by address. */

/** At 32 streams an address and 240 connects a minute, 5,000 streams may come and go a few times a minute. */
const ADDRESSES = 200;

/** Other systems have one loopback address unless an administrator adds more. */
export const HAS_MANY_ADDRESSES = process.platform === "linux";

/** The address of the client with this number. */
export function clientAddress(index: number): string {
  if (!HAS_MANY_ADDRESSES) return "127.0.0.1";
  return `127.0.1.${1 + (index % ADDRESSES)}`;
}

/** Addresses of the page readers: each address is allowed 600 requests a minute. */
export function pageAddress(index: number): string {
  if (!HAS_MANY_ADDRESSES) return "127.0.0.1";
  return `127.0.2.${1 + (index % 50)}`;
}
