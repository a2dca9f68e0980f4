/** The main thread's end of the PGlite worker. */
import { Worker } from "node:worker_threads";
import pg from "pg";
import type { RawEngine, RawRequest, RawResult } from "./_pglite-engine.ts";
import type { FromWorker, RawError, ToWorker } from "./_pglite-messages.ts";

/**
 * The worker's source, beside this file. The text is put together at run time so that a bundler does not take it
 * for an asset: only the unbundled server (and tests) ever start the worker; bundled route handlers use
 * the database that the server put on `globalThis`.
 */
function workerPath(): URL {
  const here: string = import.meta.url;
  return new URL(["./_pglite-worker", "ts"].join("."), here);
}

type Pending = {
  resolve: (results: RawResult[]) => void;
  reject: (error: Error) => void;
};

/** The worker has ended; nothing more can be asked of this database. */
export class DatabaseStoppedError extends Error {
  constructor(reason: string) {
    super(`The embedded database has stopped: ${reason}.`);
    this.name = "DatabaseStoppedError";
  }
}

/**
 * Starts PGlite on the folder `dataDir` in a worker thread.
 * @throws Error when PGlite cannot open the folder.
 */
export async function startWorkerEngine(dataDir: string): Promise<WorkerEngine> {
  // Flags of this process, such as an inspector port, are not for the worker.
  const worker = new Worker(workerPath(), { workerData: { dataDir }, execArgv: [] });
  try {
    await started(worker);
  } catch (error) {
    // A retry must begin after this thread is gone: V8 may end the process when two threads load and drop compiled code at once.
    await worker.terminate();
    throw error;
  }
  return new WorkerEngine(worker);
}

function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (message: FromWorker) => {
      worker.off("error", reject);
      if (message.kind === "ready") return resolve();
      const reason = message.kind === "failed" ? message.message : "an unexpected answer";
      reject(new Error(reason));
    });
  });
}

export class WorkerEngine implements RawEngine {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #stopped: DatabaseStoppedError | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error) => this.#stop(error instanceof Error ? error.message : "unknown"));
    worker.on("exit", () => this.#stop("its thread has ended"));
  }

  execute(request: RawRequest): Promise<RawResult[]> {
    return this.#ask((id) => ({ kind: "execute", id, request }));
  }

  async close(): Promise<void> {
    if (this.#stopped !== undefined) return;
    await this.#ask((id) => ({ kind: "close", id }));
    this.#stop("it was closed");
    await this.#worker.terminate();
  }

  /** Ends the thread at once, without closing the database. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: (id: number) => ToWorker): Promise<RawResult[]> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(message(id));
    });
  }

  #receive(message: FromWorker): void {
    if (!("id" in message)) return;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === "result") pending?.resolve(message.results);
    else if (message.kind === "closed") pending?.resolve([]);
    else pending?.reject(toDatabaseError(message.error));
  }

  /** Rejects every pending request: no answer will come. */
  #stop(reason: string): void {
    this.#stopped ??= new DatabaseStoppedError(reason);
    for (const pending of this.#pending.values()) pending.reject(this.#stopped);
    this.#pending.clear();
  }
}

/** The class that node-postgres throws, so that callers find `code` and `constraint` on both drivers. */
export function toDatabaseError(raw: RawError): Error {
  if (raw.fields["code"] === undefined) return new Error(raw.message);
  const error = new pg.DatabaseError(raw.message, raw.message.length, "error");
  return Object.assign(error, raw.fields);
}
