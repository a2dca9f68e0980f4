/** Holds the signing desk, whose code is loaded with a session or by the first request. */
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import type { OpenRequest } from "./sign-request.ts";
import type { SigningQueue } from "./signing-queue.ts";

export class SigningQueueLoader {
  readonly #store: WalletStore;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<SigningQueue> | undefined;
  /** Undefined until its code is here. */
  #loaded: SigningQueue | undefined;

  constructor(store: WalletStore) {
    this.#store = store;
  }

  /** Rejects when the code can not be loaded; the next call tries again. */
  load(): Promise<SigningQueue> {
    this.#loading ??= import("./create-signing-queue.ts").then(({ createSigningQueue }) => {
      const queue = createSigningQueue(this.#store);
      this.#loaded = queue;
      queue.subscribe(this.#notifyListeners);
      return queue;
    });
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  openRequest = (): OpenRequest | undefined => this.#loaded?.openRequest();

  /** Answers to the request that is open; there is none without a desk. */
  get queue(): SigningQueue | undefined {
    return this.#loaded;
  }

  readonly #notifyListeners = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
