import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { PreparedWrite, WriteDraft } from "./requests.ts";

/**
 * What is signed without a panel is sent within this time of the press, or not at all: later the market is another.
 * Milliseconds.
 */
export const MAX_PRESS_AGE_MS = 2_000;

export type SignRequest = {
  title: string;
  /** One sentence of what will happen. */
  summary: string;
  draft: WriteDraft;
  /** The market of an order when it is this page's, so that its worth and its distance from the mark can be shown. */
  terms?: { market: Market; mark: () => string | undefined } | undefined;
  /** Why it may not be signed or sent right now, as a sentence; `undefined` when it may. */
  obstacle?: (() => string | undefined) | undefined;
  /** What is to be known before it is signed, as a sentence. It holds nothing back. */
  caution?: (() => string | undefined) | undefined;
  /** False: with a live trading key it is signed without the panel. Default true. */
  review?: boolean | undefined;
  /** For `register_signer`: the new key signs the same text, by which it accepts. */
  accept?: ((message: Uint8Array) => Promise<Uint8Array>) | undefined;
};

/** Who signs: the wallet, which asks the person by itself, or the trading key of this browser. */
export type RequestSigner = { kind: "wallet"; wallet: ConnectedWallet } | { kind: "key" };

/** A request on its way through the panel and its signer. */
export type OpenRequest = {
  /** Of this request and no other: an answer to another id is no answer. */
  id: number;
  request: SignRequest;
  signer: RequestSigner;
  prepared: PreparedWrite;
  /** `asked`: the signer has the request. */
  stage: "review" | "asked";
  problem: string | undefined;
};
