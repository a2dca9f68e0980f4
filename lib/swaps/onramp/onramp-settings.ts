/** The provider that sells USDC, and the chain on which it arrives. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import type { OnrampConfig } from "#lib/platform/config/onramp-config.ts";
import type { OnrampProviderId } from "#lib/protocol/onramp.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { OnrampProvider } from "./checkout-provider.ts";
import { moonpay } from "./moonpay.ts";

const PROVIDERS: Readonly<Record<OnrampProviderId, OnrampProvider>> = { moonpay };

export type OnrampSettings = {
  provider: OnrampProvider;
  terms: OnrampConfig;
  network: SolanaNetwork;
  /** Mint of USDC, base58. */
  mint: string;
};

/** Undefined without a provider, or without a chain that shows its payments. */
export function onrampSettings(): OnrampSettings | undefined {
  const { onramp: terms, chain } = config();
  if (terms === undefined || chain === undefined) return undefined;
  const { network, mint } = chain;
  return { provider: PROVIDERS[terms.provider], terms, network, mint };
}

/** @throws ONRAMP_NOT_AVAILABLE */
export function requireOnramp(): OnrampSettings {
  const settings = onrampSettings();
  if (settings === undefined) throw new ServiceError("ONRAMP_NOT_AVAILABLE");
  return settings;
}
