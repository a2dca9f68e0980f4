/** What a provider of a checkout must be able to do. A file each implements it. */
import type { OnrampConfig } from "#lib/platform/onramp-config.ts";
import type { FiatCurrency, OnrampProviderId, PurchaseState } from "#lib/protocol/onramp.ts";

export type CheckoutOrder = {
  /** The purchase's id, which callbacks name. */
  id: string;
  /** Base58: where the USDC goes. */
  wallet: string;
  /** Decimal text in the currency. */
  amount: string;
  currency: FiatCurrency;
  /** Where the checkout sends the browser afterwards. */
  returnUrl: string;
};

/** What a callback says. Nothing of it is true before the chain shows it. */
export type ProviderEvent = {
  /** Id of the purchase. */
  purchase: string;
  wallet: string;
  /** The provider's own id. */
  transaction: string;
  state: Extract<PurchaseState, "pending" | "failed" | "paid" | "refunded">;
  /** The payment on the chain, where it is named. */
  signature: string | null;
  /** How much was sent, in 1e-6 USDC, where it is stated. */
  units: bigint | null;
};

export type Callback = {
  headers: Headers;
  /** As received: the signature is over these bytes. */
  body: Uint8Array;
  /** Unix milliseconds. */
  now: number;
};

export type OnrampProvider = {
  id: OnrampProviderId;
  /** On screens. */
  name: string;
  /** The signed address of its checkout. */
  checkoutUrl: (settings: OnrampConfig, order: CheckoutOrder) => string;
  /** Undefined for a signed callback about something else. @throws CALLBACK_REFUSED */
  readCallback: (settings: OnrampConfig, callback: Callback) => ProviderEvent | undefined;
};
