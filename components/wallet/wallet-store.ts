/**
 * The connected wallet and the session of this page. Every change is visible at once to whoever asks, so that an
 * answer of a wallet can be checked against the present and not against the last render. A session belongs to one
 * address: another account in the wallet ends it.
 */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { notify } from "#components/ui/notify.ts";
import { endSessionOf, readSession, signIn, signOut } from "./session.ts";
import { SessionWatch } from "./session-watch.ts";
import {
  canSignMessages,
  connectWallet,
  disconnectWallet,
  onAccountsChange,
  signBytes,
  signingAccount,
  WalletFault,
  WalletRejected,
} from "./standard.ts";

export type ConnectedWallet = { wallet: Wallet; account: WalletAccount };

export type WalletState = {
  connected: ConnectedWallet | undefined;
  /** The signed-in address; account data is read for this one. */
  sessionAddress: string | undefined;
  /** The wallet is being asked for its account, or for the sign-in signature. */
  busy: "connecting" | "signing-in" | undefined;
  dialogOpen: boolean;
};

const REMEMBERED = "svc.wallet";
/** A wallet that is silent for so long is no longer waited for. */
const WALLET_TIMEOUT_MS = 120_000;

export class WalletStore {
  private state: WalletState;
  private readonly listeners = new Set<() => void>();
  /** Which connect or sign-in counts; a stop, another account or a sign-out makes the one before worthless. */
  private attempt = 0;
  private triedRemembered = false;
  private offAccounts: () => void = () => undefined;
  private readonly watch = new SessionWatch(() => void this.recheckSession());

  constructor(initialAddress: string | undefined) {
    this.state = {
      connected: undefined,
      sessionAddress: initialAddress,
      busy: undefined,
      dialogOpen: false,
    };
  }

  get = (): WalletState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Watches other tabs and the session until the returned function is called. */
  start = (): (() => void) => {
    const stop = this.watch.start();
    return () => {
      stop();
      this.offAccounts();
    };
  };

  /** Closing the dialog also ends the wait for a wallet that was chosen in it. */
  setDialogOpen = (dialogOpen: boolean): void => {
    if (!dialogOpen && this.state.busy === "connecting") this.interrupt();
    this.put({ dialogOpen });
  };

  /** Stops waiting for the wallet; what it answers later is dropped. */
  stopWaiting = (): void => {
    if (this.state.busy) this.interrupt();
  };

  /** Connects the wallet of the last visit without a prompt, once, as soon as it announces itself. */
  reconnect(wallets: readonly Wallet[]): void {
    if (this.state.connected || this.triedRemembered) return;
    const remembered = localStorage.getItem(REMEMBERED);
    const wallet = wallets.find((one) => one.name === remembered && canSignMessages(one));
    if (!wallet) return;
    this.triedRemembered = true;
    const { attempt } = this;
    connectWallet(wallet, { silent: true }).then(
      (account) => {
        if (account && attempt === this.attempt) this.take({ wallet, account });
      },
      () => undefined,
    );
  }

  connect = async (wallet: Wallet): Promise<void> => {
    const attempt = this.begin("connecting");
    try {
      const account = await inTime(wallet, connectWallet(wallet, { silent: false }));
      if (attempt !== this.attempt) return;
      if (!account)
        throw new WalletFault(`${wallet.name} shares no account that can sign messages.`);
      this.take({ wallet, account });
      this.put({ dialogOpen: false });
      const session = await readSession();
      if (attempt !== this.attempt) return;
      if (session.known && session.address === account.address)
        this.put({ sessionAddress: account.address });
      else await this.signInTo({ wallet, account }, attempt);
    } catch (error) {
      this.fail(attempt, error, "The wallet was not connected.");
    } finally {
      this.end(attempt);
    }
  };

  signInWithWallet = async (): Promise<void> => {
    const { connected, busy } = this.state;
    if (busy) return;
    if (!connected) return this.setDialogOpen(true);
    const attempt = this.begin("signing-in");
    try {
      await this.signInTo(connected, attempt);
    } catch (error) {
      this.fail(attempt, error, "Not signed. You are not signed in.");
    } finally {
      this.end(attempt);
    }
  };

  signOutAndDisconnect = async (): Promise<void> => {
    this.interrupt();
    const { attempt } = this;
    localStorage.removeItem(REMEMBERED);
    if (!(await signOut())) {
      notify({
        tone: "bad",
        text: "The server did not answer: you are still signed in. Try again.",
      });
      return;
    }
    this.watch.announce();
    if (attempt !== this.attempt) return;
    const { connected } = this.state;
    this.offAccounts();
    this.put({ sessionAddress: undefined, connected: undefined });
    if (connected) await disconnectWallet(connected.wallet).catch(() => undefined);
  };

  /** Asks the server who is signed in: after a refusal, on focus, and when another tab signed in or out. */
  recheckSession = async (): Promise<void> => {
    if (this.state.busy) return;
    const { attempt } = this;
    const session = await readSession();
    if (!session.known || attempt !== this.attempt) return;
    const { sessionAddress, connected } = this.state;
    if (session.address === sessionAddress) return;
    if (session.address !== undefined && session.address === connected?.account.address) {
      this.put({ sessionAddress: session.address });
      return;
    }
    if (sessionAddress === undefined) return;
    this.put({ sessionAddress: undefined });
    notify({
      tone: "neutral",
      text: session.address
        ? "Another account signed in on this site. Sign in again to trade with this one."
        : "Your session has ended. Sign in again to trade.",
    });
  };

  private async signInTo({ wallet, account }: ConnectedWallet, attempt: number): Promise<void> {
    this.put({ busy: "signing-in" });
    const isWanted = () => attempt === this.attempt;
    const result = await signIn(account.address, {
      sign: (text) => inTime(wallet, signBytes(wallet, account, text)),
      isWanted,
    });
    if (!isWanted()) {
      // The wallet moved on while the server made the session: nobody is to be left signed in by it.
      if (result.ok && this.state.connected?.account.address !== account.address)
        await endSessionOf(account.address);
      return;
    }
    if (!result.ok) return notify({ tone: "bad", text: result.message });
    this.put({ sessionAddress: account.address });
    this.watch.announce();
  }

  /** Makes this the connected wallet and follows its accounts. */
  private take(connected: ConnectedWallet): void {
    const { wallet } = connected;
    this.triedRemembered = true;
    this.offAccounts();
    this.offAccounts = onAccountsChange(wallet, (accounts) =>
      this.accountsChanged(wallet, signingAccount(accounts)),
    );
    this.put({ connected });
    localStorage.setItem(REMEMBERED, wallet.name);
    this.endOtherSession(connected.account);
  }

  private accountsChanged(wallet: Wallet, account: WalletAccount | undefined): void {
    const { connected } = this.state;
    if (connected?.wallet !== wallet && connected !== undefined) return;
    if (account && account.address === connected?.account.address) return;
    this.interrupt();
    this.put({ connected: account ? { wallet, account } : undefined });
    if (account) this.endOtherSession(account);
  }

  private endOtherSession(account: WalletAccount): void {
    const { sessionAddress } = this.state;
    if (!sessionAddress || sessionAddress === account.address) return;
    this.put({ sessionAddress: undefined });
    void endSessionOf(sessionAddress).then(() => this.watch.announce());
    notify({
      tone: "neutral",
      text: "The wallet switched to another account. Sign in again to trade with it.",
    });
  }

  private begin(busy: WalletState["busy"]): number {
    this.interrupt();
    this.triedRemembered = true;
    this.put({ busy });
    return this.attempt;
  }

  private end(attempt: number): void {
    if (attempt === this.attempt) this.interrupt();
  }

  private interrupt(): void {
    this.attempt += 1;
    this.put({ busy: undefined });
  }

  private fail(attempt: number, error: unknown, declined: string): void {
    if (attempt !== this.attempt) return;
    if (error instanceof WalletRejected) return notify({ tone: "neutral", text: declined });
    const text = error instanceof Error ? error.message : "The wallet failed.";
    notify({
      tone: "bad",
      text: `${text} ${this.state.sessionAddress ? "" : "You are not signed in."}`.trim(),
    });
  }

  private put(change: Partial<WalletState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** @throws WalletFault when the wallet stays silent. */
async function inTime<Value>(wallet: Wallet, asked: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WalletFault(`${wallet.name} did not answer.`)),
      WALLET_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
  }
}
