/** The interface of a checkout's provider. Each provider has one file that implements it. */
import type { OnrampConfig } from "#lib/platform/config/onramp-config.ts";
import type { FiatCurrency, OnrampProviderId, PurchaseState } from "#lib/protocol/onramp.ts";

export type CheckoutOrder = {
  /** The purchase's id, which callbacks name. */
  id: string;
  /** Base58 wallet that receives the USDC. */
  wallet: string;
  /** Decimal text in the currency. */
  amount: string;
  currency: FiatCurrency;
  /** Where the checkout sends the browser afterwards. */
  returnUrl: string;
};

/** The content of a callback. None of it counts before the chain shows it. */
export type ProviderEvent = {
  /** Id of the purchase. */
  purchase: string;
  wallet: string;
  /** The provider's own id. */
  transaction: string;
  state: Extract<PurchaseState, "pending" | "failed" | "paid" | "refunded">;
  /** The payment's signature on the chain, if it is named. */
  signature: string | null;
  /** The amount sent, in 1e-6 USDC, if it is stated. */
  units: bigint | null;
};

export type Callback = {
  headers: Headers;
  /** The received bytes. The signature covers them. */
  body: Uint8Array;
  /** Unix milliseconds. */
  now: number;
};

export type OnrampProvider = {
  id: OnrampProviderId;
  /** The name on screens. */
  name: string;
  /** The signed address of its checkout. */
  checkoutUrl: (settings: OnrampConfig, order: CheckoutOrder) => string;
  /** Undefined for a signed callback about something else. @throws CALLBACK_REFUSED */
  readCallback: (settings: OnrampConfig, callback: Callback) => ProviderEvent | undefined;
};
