/** Rules that deposits and swaps share: what a page builds, what a wallet may add to it, and what it may cost. */
import type { DecodedInstruction, DecodedTransaction } from "./decode-transaction.ts";

const MAX_GUARDS = 8;
/** What the network takes for one signature. */
export const SIGNATURE_LAMPORTS = 5_000n;
const MICROLAMPORTS = 1_000_000n;
/** For a quick place in a block; more would be a mistake. */
export const MAX_PRIORITY_LAMPORTS = 1_000_000n;

type Kind = DecodedInstruction["kind"];
export type OfKind<Name extends Kind> = Extract<DecodedInstruction, { kind: Name }>;

export function every<Name extends Kind>(
  instructions: readonly DecodedInstruction[],
  kind: Name,
): readonly OfKind<Name>[] {
  return instructions.filter((one): one is OfKind<Name> => one.kind === kind);
}

/** @throws Error that says why, when there is not exactly one */
export function only<Name extends Kind>(
  instructions: readonly DecodedInstruction[],
  kind: Name,
): OfKind<Name> {
  const [found, second] = every(instructions, kind);
  if (found === undefined || second !== undefined)
    throw new Error(`it needs exactly one ${kind.replaceAll("-", " ")}`);
  return found;
}

/**
 * @param mostTables lookup tables that it may name
 * @throws Error that says why, unless only the payer signs and every instruction is of one of these kinds
 */
export function requireKinds(
  { signatures, tables, instructions }: DecodedTransaction,
  kinds: readonly Kind[],
  mostTables = 0,
): Uint8Array {
  const [signature, ...others] = signatures;
  if (signature === undefined || others.length > 0)
    throw new Error("it needs another signature than the payer's");
  if (tables.length > mostTables) throw new Error("it names lookup tables");
  const stranger = instructions.find(({ kind }) => kind !== "guard" && !kinds.includes(kind));
  if (stranger?.kind === "unknown")
    throw new Error(`it has an unknown instruction of ${stranger.program}`);
  if (stranger?.kind === "sol-transfer") throw new Error("it transfers SOL");
  if (stranger !== undefined)
    throw new Error(
      `it has an instruction that does not belong there: ${stranger.kind.replaceAll("-", " ")}`,
    );
  if (every(instructions, "guard").length > MAX_GUARDS) throw new Error("it has too many guards");
  return signature;
}

/** What the network takes of the payer: a signature, and units times price, rounded up. @throws Error that says why */
export function networkFee(instructions: readonly DecodedInstruction[]): bigint {
  const [limit, secondLimit] = every(instructions, "compute-limit");
  const [price, secondPrice] = every(instructions, "compute-price");
  if (secondLimit !== undefined || secondPrice !== undefined)
    throw new Error("it sets its compute budget twice");
  if (price === undefined) return SIGNATURE_LAMPORTS;
  // Without a limit of its own a price could cost anything.
  if (limit === undefined) throw new Error("it has a compute price without a limit");
  const priority = (BigInt(limit.units) * price.price + MICROLAMPORTS - 1n) / MICROLAMPORTS;
  if (priority > MAX_PRIORITY_LAMPORTS) throw new Error("its priority fee is too high");
  return SIGNATURE_LAMPORTS + priority;
}
