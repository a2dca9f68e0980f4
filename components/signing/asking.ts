import type { ConnectedWallet } from "#components/wallet/wallet-store.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { PreparedWrite, WriteDraft } from "./requests.ts";

export type SignRequest = {
  title: string;
  /** One sentence of what will happen. */
  summary: string;
  draft: WriteDraft;
  /** The market of an order when it is this page's, so that its worth and its distance from the mark can be shown. */
  terms?: { market: Market; mark: () => string | undefined } | undefined;
  /** Why it may not be signed or sent right now, as a sentence; `undefined` when it may. */
  obstacle?: (() => string | undefined) | undefined;
};

/** A request on its way through the panel and the wallet. */
export type Asking = {
  /** Of this request and no other: an answer to another id is no answer. */
  id: number;
  request: SignRequest;
  wallet: ConnectedWallet;
  prepared: PreparedWrite;
  stage: "review" | "wallet";
  problem: string | undefined;
};
