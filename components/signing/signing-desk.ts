/**
 * One request for a signature at a time, from the panel through the wallet to its caller. An answer counts only for
 * the request and the attempt that asked for it: after a stop, a time-out, another account or a disconnect it is
 * dropped, whatever the wallet does later.
 */
import { WalletRejected } from "#components/wallet/standard.ts";
import type { ConnectedWallet } from "#components/wallet/wallet-store.ts";
import type { Asking, SignRequest } from "./asking.ts";
import {
  messageToSign,
  type PreparedWrite,
  prepareWrite,
  SIGNATURE_LIFETIME_MS,
  type SignedWrite,
  withSignature,
} from "./requests.ts";

/** A digest that stood this long before the wallet is asked is made anew, so that the wallet has time. */
const REFRESH_AFTER_MS = 4_000;
/** An answer of the wallet later than this after the signed time would reach the venue too late. */
export const ANSWER_WITHIN_MS = SIGNATURE_LIFETIME_MS - 3_000;

/** Who would sign, and who is signed in, at this moment. */
export type Standing = {
  connected: ConnectedWallet | undefined;
  sessionAddress: string | undefined;
};

export type DeskParts = {
  /** Unix milliseconds on the venue's clock. */
  now: () => number;
  standing: () => Standing;
  /** Asks the wallet to sign these bytes. @throws WalletRejected, WalletFault */
  sign: (wallet: ConnectedWallet, message: Uint8Array) => Promise<Uint8Array>;
  /** Says something to the person when there is no panel to say it in. */
  tell: (text: string) => void;
};

type Slot = { id: number; settle: (signed: SignedWrite | undefined) => void };

export class SigningDesk {
  private readonly parts: DeskParts;
  private readonly listeners = new Set<() => void>();
  private slot: Slot | undefined;
  private shown: Asking | undefined;
  private lastId = 0;
  /** Which asking of the wallet counts; every stop makes the one before worthless. */
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: DeskParts) {
    this.parts = parts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  asking = (): Asking | undefined => this.shown;

  /** Opens the panel. Answers the signed write, or `undefined` when nothing was signed and nothing may be sent. */
  async request(request: SignRequest): Promise<SignedWrite | undefined> {
    const wallet = this.parts.standing().connected;
    if (!wallet) return undefined;
    if (this.slot) {
      this.parts.tell("Another request waits for your signature. Answer or cancel it first.");
      return undefined;
    }
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      this.slot = { id, settle: resolve };
      prepareWrite(request.draft, wallet.account.address, this.timestamp()).then(
        (prepared) => {
          if (this.slot?.id !== id) return;
          this.show({ id, request, wallet, prepared, stage: "review", problem: undefined });
        },
        () => this.abandon(id, "The request could not be prepared for this wallet."),
      );
    });
  }

  /** Asks the wallet for the request that is shown. */
  async sign(id: number): Promise<void> {
    const current = this.shown;
    if (current?.id !== id || current.stage === "wallet") return;
    const obstacle = current.request.obstacle?.();
    if (obstacle) return this.review(id, `${obstacle} Nothing was sent.`);
    this.attempt += 1;
    const attempt = this.attempt;
    this.show({ ...current, stage: "wallet", problem: undefined });
    const prepared = await this.refreshed(current.prepared);
    if (!this.counts(id, attempt)) return;
    this.show({ ...current, prepared, stage: "wallet", problem: undefined });
    this.expireAt(prepared.timestamp + ANSWER_WITHIN_MS, id);
    try {
      const signature = await this.parts.sign(current.wallet, messageToSign(prepared));
      if (this.counts(id, attempt)) this.answered(current, withSignature(prepared, signature));
    } catch (error) {
      if (this.counts(id, attempt)) this.review(id, problemOf(error));
    }
  }

  /** Stops waiting for the wallet; the request stays in the panel and can be signed again. */
  stop(id: number): void {
    if (this.shown?.id !== id || this.shown.stage !== "wallet") return;
    this.review(
      id,
      "Stopped. Nothing was sent. If the wallet still asks, its answer will not be used.",
    );
  }

  /** Gives the request up. */
  cancel(id: number): void {
    if (this.slot?.id !== id) return;
    const waited = this.shown?.stage === "wallet";
    this.finish(id, undefined);
    if (waited)
      this.parts.tell(
        "Not signed. Nothing was sent. A late answer of the wallet will not be used.",
      );
  }

  /** To be called when the wallet or the session changed: a request of another account is given up. */
  checkStanding(): void {
    const reason = this.shown ? this.departed(this.shown) : undefined;
    if (this.shown && reason) this.abandon(this.shown.id, reason);
  }

  /** The page goes away: nothing that is open may still be answered. */
  close(): void {
    if (this.slot) this.finish(this.slot.id, undefined);
  }

  private answered(asking: Asking, signed: SignedWrite): void {
    const reason = this.departed(asking);
    if (reason) return this.abandon(asking.id, reason);
    if (this.parts.now() - signed.timestamp > ANSWER_WITHIN_MS) {
      return this.review(
        asking.id,
        "The wallet answered too late for the venue. Nothing was sent.",
      );
    }
    const obstacle = asking.request.obstacle?.();
    if (obstacle) return this.review(asking.id, `${obstacle} Nothing was sent.`);
    this.finish(asking.id, signed);
  }

  /** Why this request is no longer the signed-in account's; `undefined` while it is. */
  private departed({ wallet }: Asking): string | undefined {
    const { connected, sessionAddress } = this.parts.standing();
    if (!connected) return "The wallet disconnected.";
    if (connected.wallet !== wallet.wallet || connected.account.address !== wallet.account.address)
      return "The wallet changed to another account.";
    return sessionAddress === wallet.account.address ? undefined : "You are no longer signed in.";
  }

  private abandon(id: number, reason: string): void {
    this.finish(id, undefined);
    this.parts.tell(`${reason} The open request was dropped. Nothing was sent.`);
  }

  private expireAt(deadline: number, id: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        const seconds = Math.round(ANSWER_WITHIN_MS / 1_000);
        this.review(
          id,
          `The wallet did not answer within ${seconds} s. Nothing was sent, and a late answer will not be used.`,
        );
      },
      Math.max(0, deadline - this.parts.now()),
    );
  }

  /** Back to the panel, with the reason. What the wallet still answers is dropped. */
  private review(id: number, problem: string): void {
    if (this.shown?.id !== id) return;
    this.attempt += 1;
    clearTimeout(this.timer);
    this.show({ ...this.shown, stage: "review", problem });
  }

  private finish(id: number, signed: SignedWrite | undefined): void {
    const slot = this.slot;
    if (slot?.id !== id) return;
    this.attempt += 1;
    clearTimeout(this.timer);
    this.slot = undefined;
    this.show(undefined);
    slot.settle(signed);
  }

  private counts(id: number, attempt: number): boolean {
    return this.slot?.id === id && this.attempt === attempt;
  }

  private show(asking: Asking | undefined): void {
    this.shown = asking;
    for (const listener of this.listeners) listener();
  }

  private async refreshed(prepared: PreparedWrite): Promise<PreparedWrite> {
    if (this.parts.now() - prepared.timestamp < REFRESH_AFTER_MS) return prepared;
    return prepareWrite(prepared.draft, prepared.account, this.timestamp());
  }

  private timestamp(): number {
    return Math.round(this.parts.now());
  }
}

function problemOf(error: unknown): string {
  if (error instanceof WalletRejected) return "Not signed. Nothing was sent.";
  const said = error instanceof Error ? error.message : "The wallet failed.";
  return said.includes("othing was sent") ? said : `${said} Nothing was sent.`;
}
