/**
 * Stands for `@solana-mobile/wallet-adapter-mobile` in the page (see next.config.ts), which brings React Native. On Android
 * the adapter adds this wallet to its list, and leaves it out again because it is not supported.
 */
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter";

export class SolanaMobileWalletAdapter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = "Unsupported";

  on(): this {
    return this;
  }

  off(): this {
    return this;
  }
}

const nothing = (): undefined => undefined;

export const createDefaultAddressSelector = nothing;
export const createDefaultAuthorizationResultCache = nothing;
export const createDefaultWalletNotFoundHandler = nothing;
