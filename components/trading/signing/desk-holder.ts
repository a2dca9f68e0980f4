/** Holds the signing desk, whose code is loaded with a session or by the first request. */
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import type { Asking } from "./asking.ts";
import type { SigningDesk } from "./signing-desk.ts";

export class DeskHolder {
  private readonly store: WalletStore;
  private readonly listeners = new Set<() => void>();
  private loading: Promise<SigningDesk> | undefined;
  /** Undefined until its code is here. */
  private present: SigningDesk | undefined;

  constructor(store: WalletStore) {
    this.store = store;
  }

  /** Rejects when the code can not be loaded; the next call tries again. */
  open(): Promise<SigningDesk> {
    this.loading ??= import("./open-desk.ts").then(({ openDesk }) => {
      const desk = openDesk(this.store);
      this.present = desk;
      desk.subscribe(this.tell);
      return desk;
    });
    this.loading.catch(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  asking = (): Asking | undefined => this.present?.asking();

  /** Answers to the request that is open; there is none without a desk. */
  get desk(): SigningDesk | undefined {
    return this.present;
  }

  private readonly tell = (): void => {
    for (const listener of this.listeners) listener();
  };
}
