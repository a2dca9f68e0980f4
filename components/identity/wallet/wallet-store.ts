/**
 * The connected wallet and the session of this page, as far as its first view needs them. The code that talks to wallets
 * and to the server is loaded at once for returning users, and on demand for others.
 */

import type { Wallet } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import { createFollowers } from "#components/ui/store.ts";
import { isDemoAddress } from "./demo.ts";
import type { WalletActions } from "./wallet-actions.ts";
import { REMEMBERED, type WalletState } from "./wallet-state.ts";

/** A storage that hangs must not delay the sign-out for longer. */
const FORGET_WITHIN_MS = 6_000;

type SessionTerms = Partial<Pick<WalletState, "withoutWallet">>;

export class WalletStore {
  #state: WalletState;
  readonly #followers = createFollowers();
  readonly #endListeners = new Set<(address: string) => Promise<void>>();
  #loading: Promise<WalletActions> | undefined;
  /** Set once loaded, and so always while `busy`. */
  #actions: WalletActions | undefined;
  #started = false;

  /** `withoutWallet`: signed in without an address. */
  constructor(initialAddress: string | undefined, { withoutWallet = false }: SessionTerms = {}) {
    this.#state = {
      connected: undefined,
      sessionAddress: initialAddress,
      withoutWallet,
      choosing: false,
      busy: undefined,
      dialogOpen: false,
      memo: undefined,
      wallets: undefined,
      adapter: undefined,
    };
  }

  get = (): WalletState => this.#state;

  readonly subscribe = this.#followers.subscribe;

  /**
   * Calls back with the address whose session ends, by the user, another account or the server. The sign-out waits for the
   * returned promise; a rejection means that something of the account may still be in this browser.
   */
  onSessionEnd(listener: (address: string) => Promise<void>): () => void {
    this.#endListeners.add(listener);
    return () => {
      this.#endListeners.delete(listener);
    };
  }

  /** Follows wallets and session until the returned function is called. Loads the actions when there is one to follow. */
  start = (): (() => void) => {
    this.#started = true;
    this.#actions?.start();
    const prepareIfUsed = () => {
      const { sessionAddress, withoutWallet } = this.#state;
      if (sessionAddress || withoutWallet || isRemembered() || isDemoAddress()) this.prepare();
    };
    prepareIfUsed();
    window.addEventListener("hashchange", prepareIfUsed);
    return () => {
      this.#started = false;
      window.removeEventListener("hashchange", prepareIfUsed);
      this.#actions?.stop();
    };
  };

  /** Loads the wallet code; called on hover and focus. */
  prepare = (): void => {
    void this.#load().catch(() => undefined);
  };

  /** Closing the dialog also ends the wait for a wallet that was chosen in it. */
  setDialogOpen = (dialogOpen: boolean): void => {
    if (dialogOpen) void this.#use(() => undefined);
    else if (this.#state.busy === "connecting") this.#actions?.interrupt();
    this.#put({ dialogOpen });
  };

  /** Stops waiting for the wallet; its later response is dropped. */
  stopWaiting = (): void => {
    if (this.#state.busy) this.#actions?.interrupt();
  };

  connect = (wallet: Wallet): Promise<void> => this.#use((actions) => actions.connect(wallet));

  signInWithWallet = (): Promise<void> => this.#use((actions) => actions.signInWithWallet());

  /** Answers the question of `choosing`. */
  chooseAccount = (how: "link" | "switch"): Promise<void> =>
    this.#use((actions) => actions.chooseAccount(how));

  stopChoosing = (): void => this.#put({ choosing: false });

  signInByMemo = (): Promise<void> => this.#use((actions) => actions.signInByMemo());

  /** Closes the offer of a memo, and ends the wait for one. */
  closeMemo = (): void => {
    this.stopWaiting();
    this.#put({ memo: undefined });
  };

  disconnect = (): Promise<void> => this.#use((actions) => actions.disconnect());

  signOutAndDisconnect = (): Promise<void> =>
    this.#use((actions) => actions.signOutAndDisconnect());

  /** Reads the session again: after a refusal, on focus, and when another tab signed in or out. */
  recheckSession = (): Promise<void> => this.#use((actions) => actions.recheckSession());

  /** A failed load is reported, and the next call tries again. */
  async #use(act: (actions: WalletActions) => Promise<void> | undefined): Promise<void> {
    let actions: WalletActions;
    try {
      actions = this.#actions ?? (await this.#load());
    } catch {
      this.#put({ dialogOpen: false });
      notify({ tone: "bad", text: clientText("ui")("loadFailed") });
      return;
    }
    await act(actions);
  }

  #load(): Promise<WalletActions> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #make(): Promise<WalletActions> {
    try {
      const { WalletActions: Actions } = await import("./wallet-actions.ts");
      const { get, setDialogOpen } = this;
      const put = this.#put;
      const forget = this.#forget;
      this.#actions = new Actions({ get, put, setDialogOpen, forget });
      if (this.#started) this.#actions.start();
      return this.#actions;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  readonly #forget = async (address: string): Promise<boolean> => {
    const notified = [...this.#endListeners].map((listener) => listener(address));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, FORGET_WITHIN_MS, false);
    });
    const forgotten = Promise.all(notified).then(
      () => true,
      () => false,
    );
    const isForgotten = await Promise.race([forgotten, silence]);
    clearTimeout(timer);
    return isForgotten;
  };

  readonly #put = (change: Partial<WalletState>): void => {
    this.#state = { ...this.#state, ...change };
    this.#followers.notify();
  };
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null;
  } catch {
    return false;
  }
}
