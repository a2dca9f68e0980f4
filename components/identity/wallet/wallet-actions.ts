/**
 * Connecting wallets, signing in and out, and following both. Every change is visible at once to whoever asks, so that
 * an answer of a wallet can be checked against the present and not against the last render. A session belongs to one
 * address: another account in the wallet ends it.
 */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { signOut } from "#components/identity/session/next-auth-calls.ts";
import { SessionWatch } from "#components/identity/session/session-watch.ts";
import { notify } from "#components/ui/notify.ts";
import { loadDemoWallet } from "./demo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { inTime } from "./in-time.ts";
import { endSessionOf, isFreshlyProved, linkWallet, readSession, signIn } from "./session.ts";
import {
  canSignMessages,
  connectWallet,
  disconnectWallet,
  onAccountsChange,
  onWalletsChange,
  signBytes,
  signingAccount,
  solanaWallets,
} from "./standard.ts";
import { type ConnectedWallet, REMEMBERED, type WalletState } from "./wallet-state.ts";

/** The page whose wallet this is: its state, and who listens to it. */
export type WalletPage = {
  get: () => WalletState;
  put: (change: Partial<WalletState>) => void;
  setDialogOpen: (open: boolean) => void;
  /** Deletes what this browser keeps of an account whose session ends. False when it may still be there; never rejects. */
  forget: (address: string) => Promise<boolean>;
};

export class WalletActions {
  private readonly page: WalletPage;
  /** Which connect or sign-in counts; a stop, another account or a sign-out makes the one before worthless. */
  private attempt = 0;
  private triedRemembered = false;
  private offAccounts: () => void = () => undefined;
  private offPage: (() => void) | undefined;
  private readonly watch = new SessionWatch(() => void this.recheckSession());

  constructor(page: WalletPage) {
    this.page = page;
  }

  /** Follows the wallets that announce themselves, other tabs and the session, until `stop`. */
  start(): void {
    if (this.offPage) return;
    const offWatch = this.watch.start();
    // A wallet that was there before is told now that the page is ready, and announces itself again.
    const offWallets = onWalletsChange(() => this.look());
    this.offPage = () => {
      offWatch();
      offWallets();
      this.offAccounts();
    };
    this.look();
    const all = () => this.page.put({ wallets: [...solanaWallets()] });
    loadDemoWallet().then(all, all);
  }

  stop(): void {
    this.offPage?.();
    this.offPage = undefined;
  }

  /** That there are none is known only when the page's own wallet had its chance. */
  private look(): void {
    const found = [...solanaWallets()];
    if (found.length > 0) this.page.put({ wallets: found });
    this.reconnect(found);
  }

  /** Connects the wallet of the last visit without a prompt, once, as soon as it announces itself. */
  reconnect(wallets: readonly Wallet[]): void {
    if (this.page.get().connected || this.triedRemembered) return;
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
        throw new WalletFault(clientText("wallet")("sharesNone", { wallet: wallet.name }));
      this.take({ wallet, account });
      this.page.put({ dialogOpen: false });
      const session = await readSession();
      if (attempt !== this.attempt) return;
      if (session.known && session.address === account.address) {
        this.page.put({ sessionAddress: account.address, withoutWallet: false });
      } else if (session.known && session.signedIn && session.address === undefined) {
        // Whose account this is must be the person's choice: the wallet may have one of its own.
        this.page.put({ withoutWallet: true, choosing: true });
      } else await this.signInTo({ wallet, account }, attempt);
    } catch (error) {
      this.fail(attempt, error, clientText("wallet")("notConnected"));
    } finally {
      this.end(attempt);
    }
  };

  signInWithWallet = async (): Promise<void> => {
    const { connected, busy } = this.page.get();
    if (busy) return;
    if (!connected) return this.page.setDialogOpen(true);
    if (this.page.get().withoutWallet) return this.page.put({ choosing: true });
    await this.signInAs(connected, false);
  };

  /** For who is signed in without a wallet: the connected one is linked to the account, or its own is signed in to. */
  takeWallet = async (how: "link" | "switch"): Promise<void> => {
    const { connected, busy } = this.page.get();
    if (busy || !connected) return;
    this.page.put({ choosing: false });
    if (how === "link" && !(await isFreshlyProved())) {
      // That is asked for on the page that links, before the wallet is.
      window.location.assign("/settings?link=wallet");
      return;
    }
    await this.signInAs(connected, how === "link");
  };

  private async signInAs(connected: ConnectedWallet, isLink: boolean): Promise<void> {
    const attempt = this.begin("signing-in");
    try {
      await this.signInTo(connected, attempt, isLink);
    } catch (error) {
      this.fail(attempt, error, clientText("wallet")("notSigned"));
    } finally {
      this.end(attempt);
    }
  }

  signOutAndDisconnect = async (): Promise<void> => {
    this.interrupt();
    const { attempt } = this;
    const { sessionAddress } = this.page.get();
    localStorage.removeItem(REMEMBERED);
    // First: who signs out may close the page at once.
    if (sessionAddress) await this.forget(sessionAddress);
    if (!(await signOut())) {
      notify({ tone: "bad", text: clientText("wallet")("stillSignedIn") });
      return;
    }
    this.watch.announce();
    if (attempt !== this.attempt) return;
    const { connected } = this.page.get();
    this.offAccounts();
    this.page.put({ sessionAddress: undefined, connected: undefined, withoutWallet: false });
    if (connected) await disconnectWallet(connected.wallet).catch(() => undefined);
  };

  /** Asks the server who is signed in: after a refusal, on focus, and when another tab signed in or out. */
  recheckSession = async (): Promise<void> => {
    if (this.page.get().busy) return;
    const { attempt } = this;
    const session = await readSession();
    if (!session.known || attempt !== this.attempt) return;
    const { sessionAddress, connected, withoutWallet } = this.page.get();
    const isWithout = session.signedIn && session.address === undefined;
    if (isWithout !== withoutWallet) this.page.put({ withoutWallet: isWithout, choosing: false });
    if (session.address === sessionAddress) return;
    if (session.address !== undefined && session.address === connected?.account.address) {
      this.page.put({ sessionAddress: session.address });
      return;
    }
    if (sessionAddress === undefined) return;
    this.page.put({ sessionAddress: undefined });
    void this.forget(sessionAddress);
    notify({
      tone: "neutral",
      text: clientText("wallet")(session.address ? "otherSignedIn" : "sessionEnded"),
    });
  };

  private async signInTo(
    { wallet, account }: ConnectedWallet,
    attempt: number,
    isLink = false,
  ): Promise<void> {
    this.page.put({ busy: "signing-in" });
    const isWanted = () => attempt === this.attempt;
    const result = await (isLink ? linkWallet : signIn)(account.address, {
      sign: (text) => inTime(wallet, signBytes(wallet, account, text)),
      isWanted,
    });
    if (!isWanted()) {
      // The wallet moved on while the server made the session: nobody is to be left signed in by it.
      if (result.ok && !isLink && this.page.get().connected?.account.address !== account.address)
        await endSessionOf(account.address);
      return;
    }
    if (!result.ok) return notify({ tone: "bad", text: result.message });
    this.page.put({ sessionAddress: account.address, withoutWallet: false });
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
    this.page.put({ connected });
    localStorage.setItem(REMEMBERED, wallet.name);
    this.endOtherSession(connected.account);
  }

  private accountsChanged(wallet: Wallet, account: WalletAccount | undefined): void {
    const { connected } = this.page.get();
    if (connected?.wallet !== wallet && connected !== undefined) return;
    if (account && account.address === connected?.account.address) return;
    this.interrupt();
    this.page.put({ connected: account ? { wallet, account } : undefined });
    if (account) this.endOtherSession(account);
  }

  private endOtherSession(account: WalletAccount): void {
    const { sessionAddress } = this.page.get();
    if (!sessionAddress || sessionAddress === account.address) return;
    this.page.put({ sessionAddress: undefined });
    void this.forget(sessionAddress);
    void endSessionOf(sessionAddress).then(() => this.watch.announce());
    notify({ tone: "neutral", text: clientText("wallet")("switched") });
  }

  /** Of an account whose session ends. What is not known to be gone is said. */
  private async forget(address: string): Promise<void> {
    if (await this.page.forget(address)) return;
    notify({ tone: "bad", text: clientText("wallet")("keyMayStay") });
  }

  private begin(busy: WalletState["busy"]): number {
    this.interrupt();
    this.triedRemembered = true;
    this.page.put({ busy });
    return this.attempt;
  }

  private end(attempt: number): void {
    if (attempt === this.attempt) this.interrupt();
  }

  /** Whatever is waited for is no longer: what it answers later is dropped. */
  interrupt(): void {
    this.attempt += 1;
    this.page.put({ busy: undefined });
  }

  private fail(attempt: number, error: unknown, declined: string): void {
    if (attempt !== this.attempt) return;
    if (error instanceof WalletRejected) return notify({ tone: "neutral", text: declined });
    const text = clientText("wallet");
    const reason = error instanceof Error ? error.message : text("failed");
    const signedIn = this.page.get().sessionAddress !== undefined;
    notify({ tone: "bad", text: signedIn ? reason : text("notSignedIn", { reason }) });
  }
}
