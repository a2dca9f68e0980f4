/** Proofs of reserves as a gateway makes and reads them. The engine's thread has no part in it. */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type {
  PublishedReserves,
  ReservesAnchor,
  ReservesClaim,
  ReservesProof,
} from "#lib/protocol/wire/reserves.ts";
import type { ProverAnswer, ProverData } from "./prover-messages.ts";
import { ReservesFiles } from "./reserves-files.ts";
import { reservesKeys } from "./reserves-tree.ts";

const THREAD = new URL("./prover-thread.ts", import.meta.url);
/** 100,000 accounts take two seconds; a follower that is far behind takes longer. */
const PATIENCE_MS = 60_000;

/** Plain data, sent to threads. `seed`: 32 bytes as hex. */
export type ReservesSettings = { folder: string; seed: string };

export class Prover {
  readonly #settings: ReservesSettings | undefined;
  readonly #requestDebts: (port: MessagePort) => void;
  readonly #files: ReservesFiles | undefined;
  readonly #salting: Uint8Array | undefined;
  #running: Promise<ReservesProof> | undefined;

  /** @param requestDebts has the follower post what the venue owes to a port. Without settings there are no proofs */
  constructor(settings: ReservesSettings | undefined, requestDebts: (port: MessagePort) => void) {
    this.#settings = settings;
    this.#requestDebts = requestDebts;
    this.#files = settings && new ReservesFiles(settings.folder);
    this.#salting = settings && reservesKeys(settings.seed).salting;
  }

  /** Makes a proof of everything durable; requests meanwhile get the same. @throws RESERVES_NOT_FOUND without settings */
  prove(): Promise<ReservesProof> {
    this.#running ??= this.#prove().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** @throws RESERVES_NOT_FOUND for a proof that is not there to be published */
  publish(height: number, anchor: Omit<ReservesAnchor, "root">): PublishedReserves {
    return found(this.#files?.publish(height, anchor));
  }

  /** @throws RESERVES_NOT_FOUND before the first proof */
  published(): PublishedReserves {
    return found(this.#files?.published());
  }

  /** @throws RESERVES_NOT_FOUND before the first proof */
  claim(account: string): ReservesClaim {
    return found(this.#salting && this.#files?.claim(account, this.#salting));
  }

  async #prove(): Promise<ReservesProof> {
    const settings = found(this.#settings);
    const { port1, port2 } = new MessageChannel();
    const workerData: ProverData = { ...settings, debts: port1 };
    const worker = new Worker(THREAD, { workerData, transferList: [port1] });
    const { promise, resolve, reject } = Promise.withResolvers<ReservesProof>();
    worker.once("message", ({ proof }: ProverAnswer) => resolve(proof));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the prover ended with code ${code}`)));
    const patience = setTimeout(() => {
      reject(new Error("the follower does not say what the venue owes"));
    }, PATIENCE_MS);
    try {
      this.#requestDebts(port2);
      return await promise;
    } finally {
      clearTimeout(patience);
      void worker.terminate();
    }
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ServiceError("RESERVES_NOT_FOUND");
  return value;
}
