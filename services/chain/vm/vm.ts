/**
 * The Solana VM of LiteSVM: accounts and programs, without blocks. Loaded on demand, because it
 * does not exist for every platform.
 */
import { address, type EncodedAccount, lamports } from "@solana/kit";
import type {
  FailedTransactionMetadata,
  LiteSVM,
  SimulatedTransactionInfo,
  TransactionMetadata,
} from "litesvm";
import { SYSTEM_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { AccountState } from "./account-state.ts";
import { type TransactionError, transactionError } from "./transaction-error.ts";
import type { ReceivedTransaction } from "./wire-transaction.ts";

type Library = typeof import("litesvm");

/** LiteSVM has no build for this platform, or it was not installed. */
export class VmUnavailable extends Error {
  constructor(cause: unknown) {
    super(
      `LiteSVM does not run on ${process.platform}-${process.arch}, so there is no chain on this machine. Set SOLANA_RPC_URL to use a network.`,
      { cause },
    );
    this.name = "VmUnavailable";
  }
}

export type InnerInstruction = {
  programIdIndex: number;
  accounts: number[];
  data: Uint8Array;
  stackHeight: number;
};

/** The result of running a transaction. */
export type Execution = {
  error: TransactionError | null;
  logs: string[];
  /** By instruction of the message, in order. */
  inner: InnerInstruction[][];
  units: bigint;
  returnData: { program: Uint8Array; data: Uint8Array } | null;
};

export class Vm {
  #svm: LiteSVM;
  readonly #library: Library;

  private constructor(library: Library, svm: LiteSVM) {
    this.#library = library;
    // The ledger checks blockhashes and repeated transactions: LiteSVM knows one hash and the last
    // 32 signatures only.
    this.#svm = svm.withBlockhashCheck(false).withTransactionHistory(0n);
  }

  /** Creates a VM with the SPL programs. @throws VmUnavailable */
  static async create(): Promise<Vm> {
    const library = await load();
    return new Vm(library, new library.LiteSVM());
  }

  /** @param bytes from `snapshot`. @throws VmUnavailable */
  static async restore(bytes: Uint8Array): Promise<Vm> {
    const library = await load();
    return new Vm(library, library.LiteSVM.fromBytes(bytes));
  }

  snapshot(): Uint8Array {
    return this.#svm.toBytes();
  }

  /**
   * A replay turns this off, because its transactions were verified before they were written to the
   * disk.
   */
  verifySignatures(verify: boolean): void {
    this.#svm = this.#svm.withSigverify(verify);
  }

  setClock(slot: number, unixSeconds: number): void {
    const clock = this.#svm.getClock();
    clock.slot = BigInt(slot);
    clock.unixTimestamp = BigInt(unixSeconds);
    this.#svm.setClock(clock);
  }

  /** What programs see of recent slots. @param hashes newest first, base58 */
  setSlotHashes(hashes: readonly { slot: number; hash: string }[]): void {
    this.#svm.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash })));
  }

  account(key: string): AccountState | null {
    const found = this.#svm.getAccount(address(key));
    return found.exists ? stateOf(found) : null;
  }

  /** Null removes the account. */
  setAccount(key: string, state: AccountState | null): void {
    const { lamports: units, data, owner, executable } = state ?? GONE;
    this.#svm.setAccount({
      address: address(key),
      data,
      executable,
      lamports: lamports(units),
      programAddress: address(owner),
      space: BigInt(data.length),
    });
  }

  addProgram(key: string, elf: Uint8Array): void {
    this.#svm.addProgram(address(key), elf);
  }

  /** Every account of a program. It reads the whole state. */
  accountsOf(program: string): { key: string; state: AccountState }[] {
    return this.#svm
      .getProgramAccounts(address(program))
      .map((account) => ({ key: account.address, state: stateOf(account) }));
  }

  rentExemption(bytes: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(bytes));
  }

  /** Changes the state, even if the transaction fails: it still pays its fee. */
  execute({ transaction }: ReceivedTransaction): Execution {
    return this.#executionOf(this.#svm.sendTransaction(transaction));
  }

  /** @returns also the accounts as the transaction would leave them */
  simulate({ transaction }: ReceivedTransaction): Execution & { after: Map<string, AccountState> } {
    const result = this.#svm.simulateTransaction(transaction);
    const after = new Map<string, AccountState>();
    if (this.#failed(result)) return { ...this.#executionOf(result), after };
    for (const account of result.postAccounts()) after.set(account.address, stateOf(account));
    return { ...this.#executionOf(result.meta()), after };
  }

  #failed(
    result: TransactionMetadata | SimulatedTransactionInfo | FailedTransactionMetadata,
  ): result is FailedTransactionMetadata {
    return result instanceof this.#library.FailedTransactionMetadata;
  }

  #executionOf(result: TransactionMetadata | FailedTransactionMetadata): Execution {
    const failed = this.#failed(result);
    const meta = failed ? result.meta() : result;
    const returned = meta.returnData();
    const data = returned.data();
    return {
      error: failed ? transactionError(result.err()) : null,
      logs: meta.logs(),
      inner: meta.innerInstructions().map((list) =>
        list.map((one) => {
          const instruction = one.instruction();
          return {
            programIdIndex: instruction.programIdIndex(),
            accounts: [...instruction.accounts()],
            data: instruction.data(),
            stackHeight: one.stackHeight(),
          };
        }),
      ),
      units: meta.computeUnitsConsumed(),
      returnData: data.length === 0 ? null : { program: returned.programId(), data },
    };
  }
}

const GONE: AccountState = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: SYSTEM_PROGRAM,
  executable: false,
};

async function load(): Promise<Library> {
  try {
    return await import("litesvm");
  } catch (error) {
    throw new VmUnavailable(error);
  }
}

function stateOf(account: EncodedAccount): AccountState {
  return {
    lamports: account.lamports,
    data: new Uint8Array(account.data),
    owner: account.programAddress,
    executable: account.executable,
  };
}
