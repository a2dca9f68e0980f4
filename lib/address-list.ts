/** Addresses and networks that an operator names in a configuration. */
import { BlockList, isIP } from "node:net";
import type { z } from "zod";

type Network = { address: string; prefix: number; family: "ipv4" | "ipv6" };

export class AddressList {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** `entries`: what `readAddressList` gives. */
  constructor(entries: readonly string[]) {
    this.#isEmpty = entries.length === 0;
    for (const { address, prefix, family } of entries.flatMap((entry) => networkOf(entry) ?? [])) {
      this.#list.addSubnet(address, prefix, family);
    }
  }

  /** True when the address, as `clientAddress` gives it, is one of the list, however either is spelled. */
  has(address: string): boolean {
    if (this.#isEmpty) return false;
    const [bare = ""] = address.split("%");
    const family = isIP(bare);
    return family !== 0 && this.#list.check(bare, family === 4 ? "ipv4" : "ipv6");
  }
}

/** For a schema: `192.0.2.7, 10.1.0.0/16, 2001:db8::/48` as its entries; each that is none is an issue. */
export function readAddressList(text: string, context: z.RefinementCtx): string[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (networkOf(entry) !== undefined) continue;
    const shown = JSON.stringify(entry.slice(0, 60));
    context.addIssue(
      `${shown} is neither an address nor a network such as 192.0.2.0/24 or 2001:db8::/48`,
    );
  }
  return entries;
}

function networkOf(entry: string): Network | undefined {
  const [, address = "", length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const family = isIP(address);
  if (family === 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  return prefix > bits ? undefined : { address, prefix, family: family === 4 ? "ipv4" : "ipv6" };
}
