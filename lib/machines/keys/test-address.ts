/** Tests an allowlist before a key is created with it. */
import "server-only";
import { z } from "zod";
import { AddressList, nearestEntry, parseAddresses } from "#lib/kernel/http/address-list.ts";
import type { Client, SessionActor } from "#lib/platform/actor.ts";
import type { AddressCheck } from "#lib/protocol/wire/machine-keys.ts";

export const AddressTest = z.strictObject({
  allowlist: z.array(z.string().max(100)).max(256),
  /** The address to try, if any. */
  address: z.string().trim().max(100).optional(),
});

/** For a signed-in person; nothing is stored. */
export function testAddress(call: {
  ctx: { actor: SessionActor; client: Client };
  input: { body: z.output<typeof AddressTest> };
}): AddressCheck {
  const { allowlist, address: given } = call.input.body;
  const { entries, refused } = parseAddresses(allowlist);
  const { address, problem } = readAddress(given);
  const matched = address === null ? undefined : entries.find((entry) => lets(entry, address));
  return {
    yourAddress: call.ctx.client.address,
    entries,
    refused,
    address,
    addressProblem: problem,
    allowed: address === null ? null : matched !== undefined,
    matched: matched ?? null,
    nearest:
      address === null || matched !== undefined ? null : (nearestEntry(entries, address) ?? null),
  };
}

function lets(entry: string, address: string): boolean {
  return new AddressList([entry]).has(address);
}

type Read = { address: string | null; problem: string | null };

function readAddress(given: string | undefined): Read {
  if (given === undefined) return { address: null, problem: null };
  const { entries, refused } = parseAddresses([given]);
  const [address] = entries;
  if (address !== undefined && !address.includes("/")) return { address, problem: null };
  return { address: null, problem: refused[0]?.reason ?? "is not one address" };
}
