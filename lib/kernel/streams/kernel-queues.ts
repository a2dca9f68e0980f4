/**
 * Finds connections whose peers do not read. Socket buffers take megabytes before a write blocks, and Node does not report
 * that, but the connection table of Linux does. On other systems such readers are reset later.
 */
import { readFile } from "node:fs/promises";
import { type Socket, SocketAddress } from "node:net";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/**
 * A connection that is established, with 64 KiB or more that the peer has not acknowledged:
 * `local address:port remote address:port state tx_queue:…`, all in hexadecimal.
 */
const FULL_ROW = /: \w+:(\w{4}) (\w+):(\w{4}) 01 (?!0000)\w{8}:/g;

/** Names, as {@link socketName} gives them, of the connections for which the kernel holds 64 KiB or more. */
export async function fullKernelQueues(): Promise<ReadonlySet<string>> {
  const full = new Set<string>();
  for (const table of TABLES) {
    const text = await readFile(table, "latin1").catch(() => "");
    for (const [, localPort = "", address = "", port = ""] of text.matchAll(FULL_ROW)) {
      full.add(
        `${Number.parseInt(localPort, 16)} ${addressOf(address)} ${Number.parseInt(port, 16)}`,
      );
    }
  }
  return full;
}

export function socketName({ localPort, remoteAddress, remotePort }: Socket): string {
  return `${localPort} ${remoteAddress} ${remotePort}`;
}

/** The kernel writes an address as words of 32 bits, each with its lowest byte first. */
export function addressOf(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).toReversed());
  const ipv4 = bytes.slice(-4).map((byte) => Number.parseInt(byte, 16));
  if (bytes.length === 4) return ipv4.join(".");
  const groups = bytes.join("").match(/.{4}/g) ?? [];
  const { address } = new SocketAddress({ family: "ipv6", address: groups.join(":") });
  return address;
}
