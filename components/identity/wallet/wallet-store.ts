/**
 * The connected wallet and the session of this page, as far as its first view needs them. What talks to wallets and to
 * the server is loaded for who was here before, and for others when they reach for it.
 */
import type { Wallet } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import { isDemoAddress } from "./demo.ts";
import type { WalletActions } from "./wallet-actions.ts";
import { REMEMBERED, type WalletState } from "./wallet-state.ts";

/** A storage that hangs keeps nobody signed in for longer. */
const FORGET_WITHIN_MS = 6_000;

export class WalletStore {
  private state: WalletState;
  private readonly listeners = new Set<() => void>();
  private readonly endListeners = new Set<(address: string) => Promise<void>>();
  private loading: Promise<WalletActions> | undefined;
  /** Set once they are loaded, and always while something is waited for. */
  private actions: WalletActions | undefined;
  private started = false;

  /** `withoutWallet`: somebody is signed in, and there is no address. */
  constructor(initialAddress: string | undefined, withoutWallet = false) {
    this.state = {
      connected: undefined,
      sessionAddress: initialAddress,
      withoutWallet,
      choosing: false,
      busy: undefined,
      dialogOpen: false,
      wallets: undefined,
    };
  }

  get = (): WalletState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Calls back with the address whose session ends, by the person, another account or the server. What it answers is
   * waited for before the server is asked to sign out; a rejection means that something of the account is still here.
   */
  onSessionEnd(listener: (address: string) => Promise<void>): () => void {
    this.endListeners.add(listener);
    return () => {
      this.endListeners.delete(listener);
    };
  }

  /** Follows wallets and session, as soon as there is one to follow, until the returned function is called. */
  start = (): (() => void) => {
    this.started = true;
    this.actions?.start();
    const look = () => {
      const { sessionAddress, withoutWallet } = this.state;
      if (sessionAddress || withoutWallet || isRemembered() || isDemoAddress()) this.prepare();
    };
    look();
    window.addEventListener("hashchange", look);
    return () => {
      this.started = false;
      window.removeEventListener("hashchange", look);
      this.actions?.stop();
    };
  };

  /** Loads what talks to wallets: for when the pointer or the focus comes near. */
  prepare = (): void => {
    void this.load().catch(() => undefined);
  };

  /** Closing the dialog also ends the wait for a wallet that was chosen in it. */
  setDialogOpen = (dialogOpen: boolean): void => {
    if (dialogOpen) void this.use(() => undefined);
    else if (this.state.busy === "connecting") this.actions?.interrupt();
    this.put({ dialogOpen });
  };

  /** Stops waiting for the wallet; what it answers later is dropped. */
  stopWaiting = (): void => {
    if (this.state.busy) this.actions?.interrupt();
  };

  connect = (wallet: Wallet): Promise<void> => this.use((actions) => actions.connect(wallet));

  signInWithWallet = (): Promise<void> => this.use((actions) => actions.signInWithWallet());

  /** Answers the question of `choosing`. */
  takeWallet = (how: "link" | "switch"): Promise<void> =>
    this.use((actions) => actions.takeWallet(how));

  stopChoosing = (): void => this.put({ choosing: false });

  signOutAndDisconnect = (): Promise<void> => this.use((actions) => actions.signOutAndDisconnect());

  /** Asks the server who is signed in: after a refusal, on focus, and when another tab signed in or out. */
  recheckSession = (): Promise<void> => this.use((actions) => actions.recheckSession());

  /** What can not be loaded is said, and the next call tries again. */
  private async use(act: (actions: WalletActions) => Promise<void> | undefined): Promise<void> {
    let actions: WalletActions;
    try {
      actions = this.actions ?? (await this.load());
    } catch {
      this.put({ dialogOpen: false });
      notify({ tone: "bad", text: clientText("ui")("loadFailed") });
      return;
    }
    await act(actions);
  }

  private load(): Promise<WalletActions> {
    this.loading ??= this.make();
    return this.loading;
  }

  private async make(): Promise<WalletActions> {
    try {
      const { WalletActions: Actions } = await import("./wallet-actions.ts");
      const { get, put, setDialogOpen, forget } = this;
      this.actions = new Actions({ get, put, setDialogOpen, forget });
      if (this.started) this.actions.start();
      return this.actions;
    } catch (error) {
      this.loading = undefined;
      throw error;
    }
  }

  private readonly forget = async (address: string): Promise<boolean> => {
    const asked = [...this.endListeners].map((listener) => listener(address));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, FORGET_WITHIN_MS, false);
    });
    const forgotten = Promise.all(asked).then(
      () => true,
      () => false,
    );
    const isForgotten = await Promise.race([forgotten, silence]);
    clearTimeout(timer);
    return isForgotten;
  };

  private readonly put = (change: Partial<WalletState>): void => {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  };
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null;
  } catch {
    return false;
  }
}
