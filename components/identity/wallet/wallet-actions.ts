/**
 * Connects wallets, signs in and out, and follows both. The state changes synchronously, so that a wallet's response is
 * checked against the current state and not against the last render. A session belongs to one address, and no wallet ends
 * it: while the wallet is on another account, it signs nothing, and the user may sign in with it instead.
 */
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { clientText } from "#components/i18n/client-text.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { signOut } from "#components/identity/session/next-auth-calls.ts";
import { SessionWatch } from "#components/identity/session/session-watch.ts";
import { notify } from "#components/ui/notify.ts";
import { DEMO_WALLET, isDemoAddress, loadDemoWallet } from "./demo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { canSignIn, isTakenByAdapter, onWalletsChange, solanaWallets } from "./find-wallets.ts";
import type { MemoTerms } from "./memo-sign-in.ts";
import { endSessionOf, isFreshlyProved, readSession } from "./read-session.ts";
import type { WalletLink } from "./wallet-link.ts";
import {
  type ConnectedWallet,
  MEMO_ACCOUNTS,
  otherWallet,
  REMEMBERED,
  type WalletState,
} from "./wallet-state.ts";

/** The parts of the wallet store that the actions use. */
export type WalletPage = {
  get: () => WalletState;
  put: (change: Partial<WalletState>) => void;
  setDialogOpen: (open: boolean) => void;
  /** Deletes what this browser keeps of an account whose session ends. False when it may still be there; never rejects. */
  forget: (address: string) => Promise<boolean>;
};

const IDLE_WITHIN_MS = 2_000;

export class WalletActions {
  readonly #page: WalletPage;
  /** Number of the current connect or sign-in; a cancel, another account or a sign-out invalidates earlier ones. */
  #attempt = 0;
  #triedRemembered = false;
  /** Loaded with the first connection. */
  #link: WalletLink | undefined;
  #offAccounts: () => void = () => undefined;
  #offPage: (() => void) | undefined;
  readonly #watch = new SessionWatch(() => void this.recheckSession());

  constructor(page: WalletPage) {
    this.#page = page;
  }

  /** Follows the wallets that announce themselves, other tabs and the session, until `stop`. */
  start(): void {
    if (this.#offPage) return;
    const offWatch = this.#watch.start();
    // Subscribing makes wallets that were injected earlier announce themselves again.
    const offWallets = onWalletsChange(() => this.#refreshWallets());
    this.#offPage = () => {
      offWatch();
      offWallets();
      this.#offAccounts();
    };
    this.#refreshWallets();
    const all = () => this.#page.put({ wallets: [...solanaWallets()] });
    const isDemo = isDemoAddress();
    loadDemoWallet().then(() => {
      all();
      if (isDemo) void this.#signInAsDemo();
    }, all);
  }

  /** A link of a demo persona signs in as it, and says so. */
  async #signInAsDemo(): Promise<void> {
    const wallet = [...solanaWallets()].find(({ name }) => name === DEMO_WALLET);
    if (!wallet) return;
    await this.connect(wallet);
    const { connected, sessionAddress } = this.#page.get();
    if (connected === undefined || connected.account.address !== sessionAddress) return;
    const address = shortAddress(sessionAddress);
    notify({ tone: "good", text: clientText("wallet")("demoSignedIn", { address }) });
  }

  stop(): void {
    this.#offPage?.();
    this.#offPage = undefined;
  }

  /** Does not publish an empty list: the demo wallet may still be loading. */
  #refreshWallets(): void {
    const found = [...solanaWallets()];
    if (found.length > 0) this.#page.put({ wallets: found });
    this.reconnect(found);
  }

  /** Connects the wallet of the last visit without a prompt, once, as soon as it announces itself. */
  reconnect(wallets: readonly Wallet[]): void {
    if (this.#page.get().connected || this.#triedRemembered) return;
    const remembered = localStorage.getItem(REMEMBERED);
    const wallet = wallets.find((one) => one.name === remembered && canSignIn(one));
    if (!wallet) return;
    this.#triedRemembered = true;
    void this.#reconnectTo(wallet).catch(() => undefined);
  }

  async #reconnectTo(wallet: Wallet): Promise<void> {
    const attempt = this.#attempt;
    // The adapter's code comes after what the page shows first.
    if (isTakenByAdapter(wallet)) await idle();
    if (attempt !== this.#attempt) return;
    const link = await this.#load();
    const account = await link.connect(wallet, { silent: true });
    if (account && attempt === this.#attempt) this.#setConnected(link, wallet, account);
  }

  connect = async (wallet: Wallet): Promise<void> => {
    const attempt = this.#begin("connecting");
    let declined = clientText("wallet")("notConnected");
    let asked: ConnectedWallet | undefined;
    try {
      const link = await this.#load();
      const account = await link.connect(wallet, { silent: false });
      if (attempt !== this.#attempt) return;
      if (!account)
        throw new WalletFault(clientText("wallet")("sharesNone", { wallet: wallet.name }));
      const connected = this.#setConnected(link, wallet, account);
      declined = notSignedText(account);
      this.#page.put({ dialogOpen: false });
      if (otherWallet(this.#page.get()) !== undefined) return;
      const session = await readSession();
      if (attempt !== this.#attempt) return;
      if (session.known && session.address === account.address) {
        this.#page.put({ sessionAddress: account.address, withoutWallet: false });
      } else if (session.known && session.signedIn && session.address === undefined) {
        // The user must choose the account: the wallet may have its own.
        this.#page.put({ withoutWallet: true, choosing: true });
      } else if (link.signsMemos(connected)) this.#page.put({ memo: { connected } });
      else {
        asked = connected;
        await this.#signInTo(connected, attempt);
      }
    } catch (error) {
      this.#fail(attempt, error, { declined, asked });
    } finally {
      this.#end(attempt);
    }
  };

  signInWithWallet = async (): Promise<void> => {
    const { connected, busy } = this.#page.get();
    if (busy) return;
    if (!connected) return this.#page.setDialogOpen(true);
    const isOther = otherWallet(this.#page.get()) !== undefined;
    if (isOther || this.#page.get().withoutWallet) return this.#page.put({ choosing: true });
    if (this.#page.get().memo === undefined && this.#link?.signsMemos(connected))
      return this.#page.put({ memo: { connected } });
    this.#page.put({ memo: undefined });
    await this.#signInAs(connected, false);
  };

  /** Signs in with a memo in place of the text, as a hardware wallet needs it, after the offer to do so. */
  signInByMemo = async (): Promise<void> => {
    const { memo, busy } = this.#page.get();
    if (!memo || busy) return;
    const { connected } = memo;
    const attempt = this.#begin("signing-in");
    await this.#link?.signInByMemo(connected, {
      show: (change) => {
        if (attempt === this.#attempt) this.#page.put({ memo: change });
      },
      signIn: (terms) => this.#signInTo(connected, attempt, terms),
    });
    this.#end(attempt);
  };

  /** Links the connected wallet to a session without one, or signs in to the wallet's own account. */
  chooseAccount = async (how: "link" | "switch"): Promise<void> => {
    const { connected, busy } = this.#page.get();
    if (busy || !connected) return;
    this.#page.put({ choosing: false });
    if (how === "link" && !(await isFreshlyProved())) {
      // The settings page asks for the proof before it links.
      window.location.assign("/settings?link=wallet");
      return;
    }
    await this.#signInAs(connected, how === "link");
  };

  async #signInAs(connected: ConnectedWallet, isLink: boolean): Promise<void> {
    const attempt = this.#begin("signing-in");
    try {
      await this.#signInTo(connected, attempt, { isLink });
    } catch (error) {
      const text = isLink ? clientText("wallet")("declined") : notSignedText(connected.account);
      this.#fail(attempt, error, { declined: text, ...(!isLink && { asked: connected }) });
    } finally {
      this.#end(attempt);
    }
  }

  signOutAndDisconnect = async (): Promise<void> => {
    this.interrupt();
    const attempt = this.#attempt;
    const { sessionAddress } = this.#page.get();
    localStorage.removeItem(REMEMBERED);
    localStorage.removeItem(MEMO_ACCOUNTS);
    // Before the request, because the user may close the page at once.
    if (sessionAddress) await this.#forget(sessionAddress);
    if (!(await signOut())) {
      notify({ tone: "bad", text: clientText("wallet")("stillSignedIn") });
      return;
    }
    this.#watch.announce();
    if (attempt !== this.#attempt) return;
    const { connected } = this.#page.get();
    this.#offAccounts();
    this.#page.put({ sessionAddress: undefined, connected: undefined, withoutWallet: false });
    if (connected) await this.#link?.disconnect(connected.wallet).catch(() => undefined);
  };

  /** Lets the wallet go without a sign-in. Its session, if there is one, stays. */
  disconnect = async (): Promise<void> => {
    this.interrupt();
    localStorage.removeItem(REMEMBERED);
    const { connected } = this.#page.get();
    this.#offAccounts();
    this.#page.put({ connected: undefined, memo: undefined });
    if (connected) await this.#link?.disconnect(connected.wallet).catch(() => undefined);
  };

  /** Reads the session again: after a refusal, on focus, and when another tab signed in or out. */
  recheckSession = async (): Promise<void> => {
    if (this.#page.get().busy) return;
    const attempt = this.#attempt;
    const session = await readSession();
    if (!session.known || attempt !== this.#attempt) return;
    const { sessionAddress, connected, withoutWallet } = this.#page.get();
    const isWithout = session.signedIn && session.address === undefined;
    if (isWithout !== withoutWallet) this.#page.put({ withoutWallet: isWithout, choosing: false });
    if (session.address === sessionAddress) return;
    if (session.address !== undefined && session.address === connected?.account.address) {
      this.#page.put({ sessionAddress: session.address });
      return;
    }
    if (sessionAddress === undefined) return;
    this.#page.put({ sessionAddress: undefined });
    void this.#forget(sessionAddress);
    notify({
      tone: "neutral",
      text: clientText("wallet")(session.address ? "otherSignedIn" : "sessionEnded"),
    });
  };

  async #signInTo(
    connected: ConnectedWallet,
    attempt: number,
    { isLink = false, showMemo, onRefused = notifyRefused }: SignInTo = {},
  ): Promise<void> {
    const { account } = connected;
    this.#page.put({ busy: "signing-in" });
    const isWanted = () => attempt === this.#attempt;
    const link = await this.#load();
    const result = await link.signIn(connected, { isLink, isWanted, showMemo });
    if (!isWanted()) {
      // The wallet changed accounts while the server opened the session, so this session must end.
      if (result.ok && !isLink && this.#page.get().connected?.account.address !== account.address)
        await endSessionOf(account.address);
      return;
    }
    if (!result.ok) return onRefused(result.message);
    const { sessionAddress: before } = this.#page.get();
    this.#page.put({ sessionAddress: account.address, withoutWallet: false });
    this.#watch.announce();
    if (before !== undefined && before !== account.address) await this.#forget(before);
  }

  async #load(): Promise<WalletLink> {
    const { WalletLink: Link } = await import("./wallet-link.ts").catch(() => {
      throw new WalletFault(clientText("ui")("loadFailed"));
    });
    this.#link ??= new Link((adapter) => this.#page.put({ adapter }));
    return this.#link;
  }

  /** Makes this the connected wallet and follows its accounts. */
  #setConnected(link: WalletLink, wallet: Wallet, account: WalletAccount): ConnectedWallet {
    this.#triedRemembered = true;
    this.#offAccounts();
    this.#offAccounts = link.follow(wallet, (next) => this.#accountsChanged(link, wallet, next));
    const connected = link.connectedWallet(wallet, account);
    this.#page.put({ connected });
    localStorage.setItem(REMEMBERED, wallet.name);
    return connected;
  }

  #accountsChanged(link: WalletLink, wallet: Wallet, account: WalletAccount | undefined): void {
    const { connected } = this.#page.get();
    if (connected?.wallet !== wallet && connected !== undefined) return;
    if (account && account.address === connected?.account.address) return;
    this.interrupt();
    this.#page.put({
      memo: undefined,
      connected: account && link.connectedWallet(wallet, account),
      // A question about another wallet has no answer any more.
      ...(this.#page.get().withoutWallet ? {} : { choosing: false }),
    });
  }

  /** Forgets an account whose session ends, and warns when its key may still be in this browser. */
  async #forget(address: string): Promise<void> {
    if (await this.#page.forget(address)) return;
    notify({ tone: "bad", text: clientText("wallet")("keyMayStay") });
  }

  #begin(busy: WalletState["busy"]): number {
    this.interrupt();
    this.#triedRemembered = true;
    this.#page.put({ busy });
    return this.#attempt;
  }

  #end(attempt: number): void {
    if (attempt === this.#attempt) this.interrupt();
  }

  /** Cancels the running connect or sign-in; its later response is dropped. */
  interrupt(): void {
    this.#attempt += 1;
    this.#page.put({ busy: undefined });
  }

  /** `asked`: the wallet that has not signed a text. That of a hardware wallet may sign a memo, if the user wants it. */
  #fail(attempt: number, error: unknown, { declined, asked }: Failed): void {
    if (attempt !== this.#attempt) return;
    const text = clientText("wallet");
    const open = () => this.#page.put({ memo: asked && { connected: asked } });
    const more = asked && this.#link?.memoOffer(asked, error, open);
    if (more === "open") return open();
    if (error instanceof WalletRejected)
      return notify({ tone: "neutral", text: declined, ...more });
    const reason = error instanceof Error ? error.message : text("failed");
    const signedIn = this.#page.get().sessionAddress !== undefined;
    notify({ tone: "bad", text: signedIn ? reason : text("notSignedIn", { reason }), ...more });
  }
}

type Failed = { declined: string; asked?: ConnectedWallet | undefined };

type SignInTo = MemoTerms & { isLink?: boolean };

function notifyRefused(text: string): void {
  notify({ tone: "bad", text });
}

/** After a declined sign-in: what stays, and what does not. */
function notSignedText({ address }: WalletAccount): string {
  return clientText("wallet")("notSigned", { address: shortAddress(address) });
}

/** When the browser has nothing else to do, at the latest after two seconds. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window)
      requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN_MS });
    else setTimeout(resolve, IDLE_WITHIN_MS);
  });
}
