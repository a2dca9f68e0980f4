import type { ConnectedWallet } from "#components/wallet/wallet-provider.tsx";
import type { PreparedWrite, WriteDraft } from "./requests.ts";

export type SignRequest = {
  title: string;
  /** One sentence of what will happen. */
  summary: string;
  draft: WriteDraft;
};

/** A request on its way through the panel and the wallet. */
export type Asking = {
  request: SignRequest;
  wallet: ConnectedWallet;
  prepared: PreparedWrite;
  stage: "review" | "wallet";
  problem: string | undefined;
};
