/** With whom USDC is bought, and on which chain it arrives. */
import "server-only";
import { config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import type { OnrampConfig } from "#lib/platform/onramp-config.ts";
import type { OnrampProviderId } from "#lib/protocol/onramp.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { moonpay } from "./moonpay.ts";
import type { OnrampProvider } from "./provider.ts";

const PROVIDERS: Readonly<Record<OnrampProviderId, OnrampProvider>> = { moonpay };

export type OnrampSettings = {
  provider: OnrampProvider;
  terms: OnrampConfig;
  network: SolanaNetwork;
  /** Of USDC, base58. */
  mint: string;
};

/** Undefined without a provider, or without a chain on which to see what it pays. */
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
