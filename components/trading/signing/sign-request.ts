import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { PreparedWrite, WriteDraft } from "./requests.ts";

/**
 * An order that is signed without the panel is sent within this time of the press, or not at all: the market moves on.
 * Milliseconds.
 */
export const MAX_PRESS_AGE_MS = 2_000;

/** A figure and its name, as text. */
export type Figure = readonly [name: string, value: string];

export type SignRequest = {
  title: string;
  /** One sentence about what will happen. */
  summary: string;
  draft: WriteDraft;
  /** The market of an order, when it is the page's market, so that value and distance from the mark can be shown. */
  terms?: { market: Market; mark: () => string | undefined } | undefined;
  /** A sentence that says why it cannot be signed or sent now; `undefined` when it can. */
  obstacle?: (() => string | undefined) | undefined;
  /** A warning to read before signing. It blocks nothing. */
  caution?: (() => string | undefined) | undefined;
  /** Whether the panel opens when a live trading key signs. By default as the owner has chosen. */
  review?: boolean | undefined;
  /** The wallet is asked as the panel opens: the request was explained and confirmed before. */
  direct?: boolean | undefined;
  /** What the order leaves behind, for example the liquidation price. */
  figures?: readonly Figure[] | undefined;
  /** For `register_signer`: the new key's signature of the same text, by which it accepts. */
  accept?: ((message: Uint8Array) => Promise<Uint8Array>) | undefined;
};

/** The signer: the wallet, which asks the person itself, or the trading key of this browser. */
export type RequestSigner = { kind: "wallet"; wallet: ConnectedWallet } | { kind: "key" };

/** A request that is in the panel or with its signer. */
export type OpenRequest = {
  /** Identifies the request: answers to another id are ignored. */
  id: number;
  request: SignRequest;
  signer: RequestSigner;
  prepared: PreparedWrite;
  /** `asked`: the signer has been asked. */
  stage: "review" | "asked";
  problem: string | undefined;
  /** What a wallet signs: the digest as text or, for a hardware wallet, a memo transaction. */
  way: "text" | "memo";
  /** What a hardware wallet, which signs no text, can do instead; `undefined` for other wallets. */
  hardware: "memo" | "trading-key" | "nothing" | undefined;
};
