/**
 * Instructions of the usual programs in the form of the encoding `jsonParsed`. Others stay as
 * bytes, as at a real node.
 */
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "#lib/protocol/solana/programs.ts";
import { tokenAmount } from "./encode-account.ts";

export type ParsedInstruction = { program: string; parsed: unknown };

type Info = { type: string; info: Record<string, unknown> };
type Reader = (accounts: readonly string[], view: DataView) => Info | undefined;

/** @param accounts the accounts that the instruction names */
export function parseInstruction(
  programId: string,
  accounts: readonly string[],
  data: Uint8Array,
): ParsedInstruction | undefined {
  if (programId === MEMO_PROGRAM) {
    return { program: "spl-memo", parsed: Buffer.from(data).toString("utf8") };
  }
  const known = PROGRAMS[programId];
  if (known === undefined) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  try {
    const parsed = known.read(accounts, view);
    return parsed && { program: known.program, parsed };
  } catch (error) {
    // Truncated bytes are not an instruction of the program.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PROGRAMS: Partial<Record<string, { program: string; read: Reader }>> = {
  [SYSTEM_PROGRAM]: { program: "system", read: readSystem },
  [TOKEN_PROGRAM]: { program: "spl-token", read: readToken },
  [ASSOCIATED_TOKEN_PROGRAM]: { program: "spl-associated-token-account", read: readAssociated },
};

function readSystem(accounts: readonly string[], view: DataView): Info | undefined {
  const [source, destination] = accounts;
  if (view.getUint32(0, true) !== 2) return undefined;
  const lamports = Number(view.getBigUint64(4, true));
  return { type: "transfer", info: { source, destination, lamports } };
}

function readToken(accounts: readonly string[], view: DataView): Info | undefined {
  const kind = view.getUint8(0);
  if (kind === 3) {
    const [source, destination, ...signers] = accounts;
    const amount = String(view.getBigUint64(1, true));
    return { type: "transfer", info: { source, destination, amount, ...authority(signers) } };
  }
  if (kind === 12) {
    const [source, mint, destination, ...signers] = accounts;
    const amount = tokenAmount(view.getBigUint64(1, true), view.getUint8(9));
    const info = { source, mint, destination, tokenAmount: amount, ...authority(signers) };
    return { type: "transferChecked", info };
  }
  if (kind === 7) {
    const [mint, account, ...signers] = accounts;
    const amount = String(view.getBigUint64(1, true));
    return {
      type: "mintTo",
      info: { mint, account, amount, ...authority(signers, "mintAuthority") },
    };
  }
  if (kind === 9) {
    const [account, destination, ...signers] = accounts;
    return { type: "closeAccount", info: { account, destination, ...authority(signers, "owner") } };
  }
  return undefined;
}

/** With a multisig, the accounts after it are the signers. */
function authority([first, ...others]: readonly string[], name = "authority") {
  if (others.length === 0) return { [name]: first };
  return { [`multisig${name[0]?.toUpperCase()}${name.slice(1)}`]: first, signers: others };
}

function readAssociated(accounts: readonly string[], view: DataView): Info | undefined {
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  const kind = view.byteLength === 0 ? 0 : view.getUint8(0);
  if (kind > 1) return undefined;
  const info = { source, account, wallet, mint, systemProgram, tokenProgram };
  return { type: kind === 0 ? "create" : "createIdempotent", info };
}
