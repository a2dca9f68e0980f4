/**
 * LiteSVM without its typed interface, which decodes two addresses for every account that it reads.
 * Random tests read and send hundreds of thousands of times. Signatures and block hashes are not
 * checked here.
 */
import type { EncodedAccount } from "@solana/kit";
import type { LiteSvm } from "litesvm/dist/internal.js";
import { KEY_BYTES, TOKEN_ACCOUNT } from "#services/chain/programs/runtime-layout.ts";
import { decodeAddress, type Written } from "./message.ts";
import { refusalIn } from "./refusal.ts";

const NO_DATA = new Uint8Array(0);
const SYSTEM_PROGRAM = new Uint8Array(KEY_BYTES);

type Internal = typeof import("litesvm/dist/internal.js");
export type RawAccount = { lamports: bigint; owner: Uint8Array; data: Uint8Array };
/** `refused` is the name of the error. */
export type RawOutcome = { units: bigint; refused?: string };

export class RawVm {
  readonly #internal: Internal;
  readonly #vm: LiteSvm;

  private constructor(internal: Internal) {
    this.#internal = internal;
    this.#vm = new internal.LiteSvm();
    this.#vm.setSigverify(false);
    this.#vm.setBlockhashCheck(false);
    this.#vm.setTransactionHistory(0n);
  }

  static async create(): Promise<RawVm> {
    return new RawVm(await import("litesvm/dist/internal.js"));
  }

  addProgram(address: string, file: Uint8Array): void {
    this.#vm.addProgram(decodeAddress(address), file);
  }

  /** Gives an account lamports for fees. */
  fund(address: string, lamports: bigint): void {
    this.#write(address, { lamports, owner: SYSTEM_PROGRAM, data: NO_DATA });
  }

  put({ address, programAddress, lamports, data }: EncodedAccount): void {
    this.#write(address, {
      lamports,
      owner: decodeAddress(programAddress),
      data: Uint8Array.from(data),
    });
  }

  /** An account that does not exist has no data. */
  read(address: string): RawAccount {
    const account = this.#vm.getAccount(decodeAddress(address));
    if (account === null) return { lamports: 0n, owner: SYSTEM_PROGRAM, data: NO_DATA };
    return { lamports: account.lamports(), owner: account.owner(), data: account.data() };
  }

  /** Overwrites a u64 in an account's data. */
  setU64(address: string, at: number, value: bigint): void {
    const account = this.read(address);
    new DataView(account.data.buffer, account.data.byteOffset).setBigUint64(at, value, true);
    this.#write(address, account);
  }

  setLamports(address: string, lamports: bigint): void {
    this.#write(address, { ...this.read(address), lamports });
  }

  /** The balance of a token account. */
  amount(address: string): bigint {
    const { data } = this.read(address);
    return new DataView(data.buffer, data.byteOffset).getBigUint64(TOKEN_ACCOUNT.amount, true);
  }

  send({ transaction }: Written): RawOutcome {
    const result = this.#vm.sendLegacyTransaction(transaction);
    if (!(result instanceof this.#internal.FailedTransactionMetadata)) {
      return { units: result.computeUnitsConsumed() };
    }
    const meta = result.meta();
    const refused = refusalIn(meta.logs()) ?? result.err().toString();
    return { units: meta.computeUnitsConsumed(), refused };
  }

  #write(address: string, { lamports, owner, data }: RawAccount): void {
    const account = new this.#internal.Account(lamports, data, owner, false, 0n);
    this.#vm.setAccount(decodeAddress(address), account);
  }
}
