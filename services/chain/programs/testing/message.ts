/**
 * Writes legacy transactions without signatures, far faster than kit. A test reads them back with
 * kit.
 */
import { base58 } from "@scure/base";

/** Roles are bits, as in kit's `AccountRole`: 1 is writable, 2 signs. */
export type AnyInstruction = {
  programAddress: string;
  accounts: readonly { address: string; role: number }[];
  data: Uint8Array;
};
export type Written = {
  transaction: Uint8Array;
  addresses: readonly string[];
  signers: readonly string[];
};

const WRITABLE = 1;
const SIGNER = 2;
const SIGNATURE_BYTES = 64;
/** The VM does not check the blockhash. */
const BLOCKHASH = new Uint8Array(32);

const known = new Map<string, Uint8Array>();

/** The 32 bytes of an address, decoded once and cached. */
export function decodeAddress(address: string): Uint8Array {
  const bytes = known.get(address) ?? base58.decode(address);
  known.set(address, bytes);
  return bytes;
}

export function writeTransaction(payer: string, instructions: readonly AnyInstruction[]): Written {
  // The payer stays first among the writable signers, because the sort keeps their order.
  const sorted = [...mergeRoles(payer, instructions)].toSorted(([, one], [, other]) => other - one);
  const addresses = sorted.map(([address]) => address);
  const signers = sorted.flatMap(([address, role]) => (role >= SIGNER ? [address] : []));
  const having = (wanted: number): number => sorted.filter(([, role]) => role === wanted).length;
  const transaction = Buffer.concat([
    Uint8Array.of(length(signers)),
    new Uint8Array(signers.length * SIGNATURE_BYTES),
    Uint8Array.of(signers.length, having(SIGNER), having(0), length(addresses)),
    ...addresses.map(decodeAddress),
    BLOCKHASH,
    Uint8Array.of(length(instructions)),
    ...instructions.flatMap((instruction) => encode(instruction, addresses)),
  ]);
  return { transaction, addresses, signers };
}

/** In the whole transaction, an account has the rights of all its occurrences. */
function mergeRoles(payer: string, instructions: readonly AnyInstruction[]): Map<string, number> {
  const roles = new Map([[payer, SIGNER | WRITABLE]]);
  for (const { programAddress, accounts } of instructions) {
    for (const { address, role } of accounts) roles.set(address, (roles.get(address) ?? 0) | role);
    roles.set(programAddress, roles.get(programAddress) ?? 0);
  }
  return roles;
}

function encode(
  { programAddress, accounts, data }: AnyInstruction,
  addresses: readonly string[],
): Uint8Array[] {
  const indexes = accounts.map(({ address }) => addresses.indexOf(address));
  return [
    Uint8Array.of(addresses.indexOf(programAddress), length(indexes), ...indexes),
    Uint8Array.of(length(data)),
    data,
  ];
}

/** The length of a list, which fills one byte up to 127. */
function length(list: ArrayLike<unknown>): number {
  if (list.length > 127) throw new RangeError(`${list.length} items are too many.`);
  return list.length;
}
