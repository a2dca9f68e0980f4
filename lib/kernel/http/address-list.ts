/** IP addresses and networks that an operator configures, or that an owner allows for a key. */
import { BlockList, isIP, isIPv4, SocketAddress } from "node:net";
import type { z } from "zod";
import { groupsOf, mappedIPv4 } from "./client-address.ts";

type Family = "ipv4" | "ipv6";
type Network = { address: string; prefix: number; family: Family };

export type AddressProblem =
  /** Not an address, or one with a port, a name or a dotted mask beside it. */
  | "not_an_address"
  /** `fe80::1%eth0`: the zone means something on one machine only. */
  | "zone"
  /** `010.0.0.1`: some programs read it as octal. */
  | "leading_zeros"
  /** More than 32 bits of IPv4, or 128 of IPv6. */
  | "prefix_too_long"
  /** `192.0.2.7/24`: one address or 256 of them? */
  | "host_bits";

export type RefusedAddress = {
  /** As given, trimmed, at most 60 characters. */
  entry: string;
  problem: AddressProblem;
  /** A sentence without its full stop, in English. */
  reason: string;
  /** The network that `host_bits` may have meant. */
  network?: string;
};

/**
 * Reads addresses and networks in CIDR form: canonical, each once, in the order given. Canonical is the shortest form of
 * RFC 5952, without a prefix for a single address; IPv4 mapped into IPv6 is IPv4. Empty entries are left out.
 */
export function parseAddresses(given: readonly string[]): {
  entries: string[];
  refused: RefusedAddress[];
} {
  const entries = new Set<string>();
  const refused: RefusedAddress[] = [];
  for (const entry of given.map((text) => text.trim()).filter((text) => text !== "")) {
    const read = readEntry(entry);
    if ("problem" in read) refused.push({ entry: entry.slice(0, 60), ...read });
    else entries.add(textOf(read));
  }
  return { entries: [...entries], refused };
}

/** For a schema: `192.0.2.7, 10.1.0.0/16, 2001:db8::/48` as its entries; each invalid one is an issue. */
export function readAddressList(text: string, context: z.RefinementCtx): string[] {
  const { entries, refused } = parseAddresses(text.split(","));
  for (const { entry, reason } of refused) {
    context.addIssue(`${JSON.stringify(entry)} ${reason}`);
  }
  return entries;
}

export class AddressList {
  /** One of each family: `::/0` is all of IPv6, and nothing of IPv4. */
  readonly #lists: Partial<Record<Family, BlockList>> = {};

  /** `entries`: what `parseAddresses` or `readAddressList` gives. @throws Error for anything else */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const read = readEntry(entry);
      if ("problem" in read) throw new Error(`${JSON.stringify(entry)} ${read.reason}`);
      this.#lists[read.family] ??= new BlockList();
      this.#lists[read.family]?.addSubnet(read.address, read.prefix, read.family);
    }
  }

  /** True when the list contains the address (as `clientAddress` returns it), however either is spelled. */
  has(address: string): boolean {
    const [bare = ""] = address.split("%");
    if (isIP(bare) === 0) return false;
    const plain = mappedIPv4(bare) ?? bare;
    const family = isIPv4(plain) ? "ipv4" : "ipv6";
    return this.#lists[family]?.check(plain, family) ?? false;
  }
}

const REASONS = {
  not_an_address: "is neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/48",
  zone: "has a zone, which means something on one machine only",
  leading_zeros: "has leading zeros, which some read as octal",
  prefix_too_long:
    "is neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/48: its prefix is too long",
} as const satisfies Partial<Record<AddressProblem, string>>;

type Refusal = Omit<RefusedAddress, "entry">;

function readEntry(entry: string): Network | Refusal {
  const [, text = "", length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const family = isIP(text);
  if (family === 0) return refusal(problemOf(entry));
  if (length !== undefined && /^0\d/.test(length)) return refusal("leading_zeros");
  const bits = family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return refusal("prefix_too_long");
  const given = unmapped({ address: text, prefix, family: family === 4 ? "ipv4" : "ipv6" });
  const network = networkOf(given);
  if (textOf(network) === textOf(given)) return network;
  const whole = textOf(network);
  const reason = `has bits set behind its prefix of ${given.prefix}: give ${whole} for the network, or the address without a prefix`;
  return { problem: "host_bits", reason, network: whole };
}

function refusal(problem: keyof typeof REASONS): Refusal {
  return { problem, reason: REASONS[problem] };
}

function problemOf(entry: string): keyof typeof REASONS {
  const [address = "", ...behind] = entry.split("%");
  if (behind.length > 0 && isIP(address) === 6) return "zone";
  const [bare = ""] = entry.split("/");
  const withoutZeros = bare.replaceAll(/(?<![\d.])0+(?=\d)|(?<=\.)0+(?=\d)/g, "");
  return withoutZeros !== bare && isIPv4(withoutZeros) ? "leading_zeros" : "not_an_address";
}

/** A network within `::ffff:0:0/96` becomes the IPv4 network that it stands for. */
function unmapped(network: Network): Network {
  const address = network.prefix >= 96 ? mappedIPv4(network.address) : undefined;
  if (network.family === "ipv4" || address === undefined) return network;
  return { address, prefix: network.prefix - 96, family: "ipv4" };
}

/** Clears every bit behind the prefix. */
function networkOf({ address, prefix, family }: Network): Network {
  const size = family === "ipv4" ? 8 : 16;
  const parts = family === "ipv4" ? address.split(".").map(Number) : groupsOf(address);
  const masked = parts.map((part, index) => {
    const off = size - Math.min(Math.max(prefix - index * size, 0), size);
    return (part >> off) << off;
  });
  const text =
    family === "ipv4" ? masked.join(".") : masked.map((part) => part.toString(16)).join(":");
  return { address: text, prefix, family };
}

function textOf({ address, prefix, family }: Network): string {
  const { address: shortest } = new SocketAddress({ address, family });
  return prefix === (family === "ipv4" ? 32 : 128) ? shortest : `${shortest}/${prefix}`;
}

/**
 * The entry that shares the most leading bits with the address, of the same family; undefined when there is none. Both as
 * `parseAddresses` gives them.
 */
export function nearestEntry(entries: readonly string[], address: string): string | undefined {
  const bits = bitsOf(address);
  let nearest: { entry: string; shared: number } | undefined;
  for (const entry of entries) {
    const [own = "", prefix] = entry.split("/");
    const its = bitsOf(own).slice(0, prefix === undefined ? undefined : Number(prefix));
    if (isIP(own) !== isIP(address)) continue;
    let shared = 0;
    while (shared < its.length && its[shared] === bits[shared]) shared += 1;
    if (nearest === undefined || shared > nearest.shared) nearest = { entry, shared };
  }
  return nearest?.entry;
}

function bitsOf(address: string): string {
  if (!isIPv4(address)) return toBits(groupsOf(address), 16);
  return toBits(address.split(".").map(Number), 8);
}

function toBits(parts: readonly number[], size: number): string {
  return parts.map((part) => part.toString(2).padStart(size, "0")).join("");
}
