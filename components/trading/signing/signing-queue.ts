/**
 * Handles one request for a signature at a time: panel, signer, caller. An answer counts only for the request and the
 * attempt that asked for it. After a stop, a timeout, an account change or a disconnect it is dropped, whatever the
 * wallet does later.
 */

import { ensureClock } from "#components/data/clock-guard.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { askPolicy } from "#components/frame/preferences/order-preferences.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { hasLiveKey } from "#components/identity/browser-keys/key-view.ts";
import { signByKey } from "#components/identity/browser-keys/load-keys.ts";
import { canSignMemo } from "#components/identity/wallet/can-sign-memo.ts";
import { WalletFault, WalletRejected } from "#components/identity/wallet/failures.ts";
import { isMemoAccount, noteMemoAccount } from "#components/identity/wallet/memo-accounts.ts";
import type { SignedMemo } from "#components/identity/wallet/session.ts";
import { signBytes } from "#components/identity/wallet/sign-bytes.ts";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { notify } from "#components/ui/notify.ts";
import { createFollowers } from "#components/ui/store.ts";
import { isMemoOperation, memoOfWrite } from "#lib/protocol/solana/memo-operations.ts";
import {
  isTrade,
  messageToSign,
  type PreparedWrite,
  prepareWrite,
  SIGNATURE_LIFETIME_MS,
  type SignedWrite,
  withSignature,
} from "./requests.ts";
import {
  MAX_PRESS_AGE_MS,
  type OpenRequest,
  type RequestSigner,
  type SignRequest,
} from "./sign-request.ts";

/** A digest older than this is made anew before the signer is asked, so that a wallet has time to answer. */
const REFRESH_AFTER_MS = 4_000;
/** A wallet's answer later than this after the signed time would reach the venue too late. */
export const ANSWER_LIMIT_MS = SIGNATURE_LIFETIME_MS - 3_000;

/** The connected wallet and the signed-in account. */
export type WalletStatus = {
  connected: ConnectedWallet | undefined;
  sessionAddress: string | undefined;
};

export type SigningQueueParts = {
  /** Unix milliseconds on the venue's clock. */
  now: () => number;
  /** A monotonic clock in milliseconds. */
  steady: () => number;
  /** Whether the venue's clock is known, measuring it again where needed. */
  ensureClock: () => Promise<boolean>;
  walletStatus: () => WalletStatus;
  /** Asks the wallet to sign these bytes. @throws WalletRejected, WalletFault */
  sign: (wallet: ConnectedWallet, message: Uint8Array) => Promise<Uint8Array>;
  /** Wallets that sign no text, as those of hardware accounts. */
  memo: {
    /** Whether the account of this wallet can sign a memo transaction. */
    isPossible: (wallet: ConnectedWallet) => boolean;
    /** Whether it signed one in this browser, and no text since. */
    isUsual: (account: string) => boolean;
    note: (account: string, isMemo: boolean) => void;
    /** @throws WalletRejected, WalletFault */
    sign: (wallet: ConnectedWallet, text: string) => Promise<SignedMemo>;
  };
  tradingKey: {
    isLive: (account: string) => boolean;
    /** @throws NoTradingKey, whose message says why the key ended. */
    sign: (
      account: string,
      message: Uint8Array,
    ) => Promise<{ pubkey: string; signature: Uint8Array }>;
  };
  /** Whether the owner wants to see what the trading key signs before it signs. */
  reviews: () => boolean;
  text: () => FeatureText<"signing">;
  /** Shows a toast, when there is no panel to show the text in. */
  notify: (text: string) => void;
};

type Slot = { id: number; settle: (signed: SignedWrite | undefined) => void };

export class SigningQueue {
  readonly #parts: SigningQueueParts;
  readonly #followers = createFollowers();
  #slot: Slot | undefined;
  #shown: OpenRequest | undefined;
  #lastId = 0;
  /** The attempt whose answer counts. Every stop increments it, which invalidates the answers of earlier attempts. */
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: SigningQueueParts) {
    this.#parts = parts;
  }

  readonly subscribe = this.#followers.subscribe;

  openRequest = (): OpenRequest | undefined => this.#shown;

  /** Whether the trading key would sign this request, so that no wallet is needed. */
  keySigns(request: SignRequest): boolean {
    const { sessionAddress } = this.#parts.walletStatus();
    return sessionAddress !== undefined && this.#signsByKey(request, sessionAddress);
  }

  /**
   * Opens the panel, or signs at once with a live trading key when no review is wanted. Resolves to the signed write,
   * or `undefined` when nothing was signed and nothing may be sent.
   */
  async request(request: SignRequest): Promise<SignedWrite | undefined> {
    if (this.#slot) {
      this.#parts.notify(this.#parts.text()("anotherWaits"));
      return undefined;
    }
    const { sessionAddress } = this.#parts.walletStatus();
    if (sessionAddress && this.#signsByKey(request, sessionAddress)) {
      return (request.review ?? this.#parts.reviews())
        ? this.#open(request, { kind: "key" }, sessionAddress)
        : this.#signAtOnce(request, sessionAddress);
    }
    return this.#openForWallet(request);
  }

  /** Asks the signer of the open request. */
  async sign(id: number): Promise<void> {
    const current = this.#shown;
    if (current?.id !== id || current.stage === "asked") return;
    const obstacle = current.request.obstacle?.();
    if (obstacle) return this.#review(id, this.#nothingSent(obstacle));
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#show({ ...current, stage: "asked", problem: undefined });
    if (!(await this.#parts.ensureClock())) {
      if (this.#isCurrent(id, attempt)) this.#review(id, this.#parts.text()("clockUnknown"));
      return;
    }
    const prepared = await this.#refreshed(current.prepared);
    if (!this.#isCurrent(id, attempt)) return;
    this.#show({ ...current, prepared, stage: "asked", problem: undefined });
    if (current.signer.kind === "wallet") {
      this.#expireAt(prepared.timestamp + ANSWER_LIMIT_MS, id);
    }
    try {
      const signed = await this.#signedBy(current, prepared);
      if (this.#isCurrent(id, attempt)) this.#answered(current, signed);
    } catch (error) {
      if (this.#isCurrent(id, attempt)) this.#failed(current, error);
    }
  }

  /** Has the wallet sign in the other way, text or memo, and asks it at once. */
  async signBy(id: number, way: OpenRequest["way"]): Promise<void> {
    const current = this.#shown;
    if (current?.id !== id || current.stage === "asked" || current.hardware !== "memo") return;
    this.#show({ ...current, way });
    await this.sign(id);
  }

  /** Stops waiting for the wallet. The request stays in the panel and can be signed again. */
  stop(id: number): void {
    if (this.#shown?.id !== id || this.#shown.stage !== "asked") return;
    this.#review(id, this.#parts.text()("stopped"));
  }

  /** Gives up the request. */
  cancel(id: number): void {
    if (this.#slot?.id !== id) return;
    const waited = this.#shown?.stage === "asked";
    this.#finish(id, undefined);
    if (waited) this.#parts.notify(this.#parts.text()("notSignedLate"));
  }

  /** Call it when the wallet or the session has changed: a request of another account is dropped. */
  checkWallet(): void {
    const reason = this.#shown ? this.#invalidReason(this.#shown) : undefined;
    if (this.#shown && reason) this.#abandon(this.#shown.id, reason);
  }

  /** The page closes: the open request is dropped. */
  close(): void {
    if (this.#slot) this.#finish(this.#slot.id, undefined);
  }

  #signsByKey(request: SignRequest, account: string): boolean {
    return isTrade(request.draft) && this.#parts.tradingKey.isLive(account);
  }

  async #openForWallet(request: SignRequest, problem?: string): Promise<SignedWrite | undefined> {
    const { connected: wallet, sessionAddress: account } = this.#parts.walletStatus();
    if (!wallet) {
      if (problem) this.#parts.notify(problem);
      return undefined;
    }
    if (account !== undefined && wallet.account.address !== account) {
      const names = { account: shortAddress(account), other: shortAddress(wallet.account.address) };
      this.#parts.notify(this.#parts.text()("otherAccount", names));
      return undefined;
    }
    return this.#open(request, { kind: "wallet", wallet }, wallet.account.address, problem);
  }

  // oxlint-disable-next-line max-params -- the last one is a problem to show on opening
  #open(
    request: SignRequest,
    signer: RequestSigner,
    account: string,
    problem?: string,
  ): Promise<SignedWrite | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#slot = { id, settle: resolve };
      prepareWrite(request.draft, account, this.#timestamp()).then(
        (prepared) => {
          if (this.#slot?.id !== id) return;
          const usual = signer.kind === "wallet" && this.#parts.memo.isUsual(account);
          const hardware = usual ? this.#hardwareWay(request, signer.wallet) : undefined;
          const way = hardware === "memo" ? "memo" : "text";
          this.#show({ id, request, signer, prepared, stage: "review", problem, way, hardware });
          if (request.direct === true && problem === undefined) void this.sign(id);
        },
        () => this.#abandon(id, this.#parts.text()("notPrepared")),
      );
    });
  }

  /** Signs without the panel. When the key has just ended, the wallet is asked instead. */
  async #signAtOnce(request: SignRequest, account: string): Promise<SignedWrite | undefined> {
    const refuse = (reason: string) => {
      this.#parts.notify(reason);
      return undefined;
    };
    const requestedAt = this.#parts.steady();
    const obstacle = request.obstacle?.();
    if (obstacle) return refuse(this.#nothingSent(obstacle));
    if (!(await this.#parts.ensureClock())) return refuse(this.#parts.text()("clockUnknown"));
    const prepared = await prepareWrite(request.draft, account, this.#timestamp());
    try {
      const signed = await this.#signedByKey(prepared);
      const isLate = this.#parts.steady() - requestedAt > MAX_PRESS_AGE_MS;
      const reason = this.#reasonNotToSend(request, account, isLate);
      return reason === undefined ? signed : refuse(this.#nothingSent(reason));
    } catch (error) {
      // Another request may have opened the panel meanwhile.
      if (this.#slot) return refuse(this.#problemOf(error));
      return this.#openForWallet(request, this.#problemOf(error));
    }
  }

  /** What has changed since the press: reading the clock or the stored key may have taken long. */
  #reasonNotToSend(request: SignRequest, account: string, isLate: boolean): string | undefined {
    if (this.#parts.walletStatus().sessionAddress !== account)
      return this.#parts.text()("signedOut");
    return request.obstacle?.() ?? (isLate ? this.#parts.text()("tookTooLong") : undefined);
  }

  #signedBy(openRequest: OpenRequest, prepared: PreparedWrite): Promise<SignedWrite> {
    return openRequest.signer.kind === "key"
      ? this.#signedByKey(prepared)
      : this.#signedByWallet(openRequest, openRequest.signer.wallet, prepared);
  }

  /** What a wallet that signs no text can do in place of signing this. */
  #hardwareWay({ draft }: SignRequest, wallet: ConnectedWallet): OpenRequest["hardware"] {
    if (isTrade(draft)) return "trading-key";
    const isMemo = isMemoOperation(draft.operation) && this.#parts.memo.isPossible(wallet);
    return isMemo ? "memo" : "nothing";
  }

  async #signedByKey(prepared: PreparedWrite): Promise<SignedWrite> {
    const { tradingKey } = this.#parts;
    const { pubkey, signature } = await tradingKey.sign(prepared.account, messageToSign(prepared));
    return withSignature(prepared, signature, { signer: pubkey });
  }

  async #signedByWallet(
    { request, way }: OpenRequest,
    wallet: ConnectedWallet,
    prepared: PreparedWrite,
  ): Promise<SignedWrite> {
    const message = messageToSign(prepared);
    const { signature, memo } = await this.#walletSignature({ wallet, way }, prepared, message);
    this.#parts.memo.note(prepared.account, memo !== undefined);
    const acceptance = await request.accept?.(message);
    return withSignature(prepared, signature, {
      ...(acceptance && { acceptance }),
      ...(memo && { memo }),
    });
  }

  async #walletSignature(
    { wallet, way }: { wallet: ConnectedWallet; way: OpenRequest["way"] },
    { draft: { operation }, digest }: PreparedWrite,
    message: Uint8Array,
  ): Promise<{ signature: Uint8Array; memo?: Uint8Array }> {
    if (way === "text" || !isMemoOperation(operation))
      return { signature: await this.#parts.sign(wallet, message) };
    const text = memoOfWrite(operation, digest);
    const { signature, transaction: memo } = await this.#parts.memo.sign(wallet, text);
    return { signature, memo };
  }

  /** A wallet can be asked again. A key that failed has ended: the wallet signs instead, if one is connected. */
  #failed(openRequest: OpenRequest, error: unknown): void {
    const { connected } = this.#parts.walletStatus();
    if (
      openRequest.signer.kind === "key" &&
      connected?.account.address === openRequest.prepared.account
    ) {
      this.#show({ ...openRequest, signer: { kind: "wallet", wallet: connected } });
    }
    this.#noteHardware(openRequest, error);
    this.#review(openRequest.id, this.#problemOf(error));
  }

  /**
   * A wallet that can sign no text, or that may be unable to: a Ledger behind Phantom rejects a text after its owner has
   * approved. A rejected order is shown as one, unless the wallet is known to sign memos.
   */
  #noteHardware({ id, request, signer }: OpenRequest, error: unknown): void {
    const current = this.#shown;
    if (signer.kind !== "wallet" || current?.id !== id || current.hardware !== undefined) return;
    const hardware = this.#hardwareWay(request, signer.wallet);
    const isCertain = error instanceof WalletFault && error.signsNoText;
    if (isCertain || hardware === "memo") this.#show({ ...current, hardware });
  }

  #answered(openRequest: OpenRequest, signed: SignedWrite): void {
    const reason = this.#invalidReason(openRequest);
    if (reason) return this.#abandon(openRequest.id, reason);
    if (this.#parts.now() - signed.timestamp > ANSWER_LIMIT_MS) {
      return this.#review(openRequest.id, this.#parts.text()("answeredTooLate"));
    }
    const obstacle = openRequest.request.obstacle?.();
    if (obstacle) return this.#review(openRequest.id, this.#nothingSent(obstacle));
    this.#finish(openRequest.id, signed);
  }

  /** Why the request no longer belongs to the signed-in account; `undefined` while it does. */
  #invalidReason({ signer, prepared }: OpenRequest): string | undefined {
    const { connected, sessionAddress } = this.#parts.walletStatus();
    const text = this.#parts.text();
    if (signer.kind === "wallet") {
      if (!connected) return text("walletDisconnected");
      const { wallet, account } = signer.wallet;
      if (connected.wallet !== wallet || connected.account.address !== account.address)
        return text("walletChanged");
    }
    return sessionAddress === prepared.account ? undefined : text("signedOut");
  }

  #abandon(id: number, reason: string): void {
    this.#finish(id, undefined);
    this.#parts.notify(this.#parts.text()("dropped", { reason }));
  }

  #expireAt(deadline: number, id: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        const seconds = Math.round(ANSWER_LIMIT_MS / 1_000);
        this.#review(id, this.#parts.text()("noAnswer", { seconds }));
      },
      Math.max(0, deadline - this.#parts.now()),
    );
  }

  /** Returns to the panel with a problem. Late answers of the signer are dropped. */
  #review(id: number, problem: string): void {
    if (this.#shown?.id !== id) return;
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#show({ ...this.#shown, stage: "review", problem });
  }

  #finish(id: number, signed: SignedWrite | undefined): void {
    const slot = this.#slot;
    if (slot?.id !== id) return;
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#slot = undefined;
    this.#show(undefined);
    slot.settle(signed);
  }

  #isCurrent(id: number, attempt: number): boolean {
    return this.#slot?.id === id && this.#attempt === attempt;
  }

  #show(openRequest: OpenRequest | undefined): void {
    this.#shown = openRequest;
    this.#followers.notify();
  }

  async #refreshed(prepared: PreparedWrite): Promise<PreparedWrite> {
    if (this.#parts.now() - prepared.timestamp < REFRESH_AFTER_MS) return prepared;
    return prepareWrite(prepared.draft, prepared.account, this.#timestamp());
  }

  #timestamp(): number {
    return Math.round(this.#parts.now());
  }

  #nothingSent(reason: string): string {
    return this.#parts.text()("nothingSent", { reason });
  }

  #problemOf(error: unknown): string {
    const text = this.#parts.text();
    if (error instanceof WalletRejected) return text("notSigned");
    return this.#nothingSent(error instanceof Error ? error.message : text("walletFailed"));
  }
}

/** The queue with this page's wallet, clock and trading key. */
export function createSigningQueue(store: WalletStore): SigningQueue {
  return new SigningQueue({
    now: serverNow,
    steady: () => performance.now(),
    ensureClock,
    walletStatus: store.get,
    sign: signBytes,
    memo: {
      isPossible: canSignMemo,
      isUsual: isMemoAccount,
      note: noteMemoAccount,
      sign: async (wallet, text) => {
        const { signMemo } = await import("#components/identity/wallet/sign-memo.ts");
        return signMemo(wallet, new TextEncoder().encode(text), () => undefined);
      },
    },
    tradingKey: { isLive: hasLiveKey, sign: signByKey },
    reviews: () => askPolicy.get().mode !== "never",
    text: () => clientText("signing"),
    notify: (text) => notify({ tone: "neutral", text }),
  });
}
