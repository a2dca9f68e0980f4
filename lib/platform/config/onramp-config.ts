/** Settings of the provider whose checkout sells USDC. */
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { ONRAMP_PROVIDERS, type OnrampProviderId } from "#lib/protocol/onramp.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import { secret, trustedParty } from "./setting-values.ts";

export const onrampSettings = {
  ONRAMP_PROVIDER: z
    .enum(ONRAMP_PROVIDERS)
    .optional()
    .describe(
      "Provider whose checkout sells USDC for card payments. Belongs to the other `ONRAMP_…`; without them, or without `SOLANA_RPC_URL`, the card checkout is not available. `npm start` uses the sandbox's simulated checkout",
    ),
  ONRAMP_URL: trustedParty
    .optional()
    .describe(
      "Address of the provider's checkout for browsers, such as `https://buy.moonpay.com`. With `SOLANA_NETWORK=simulated` only one at `SANDBOX_URL` is accepted",
    ),
  ONRAMP_API_KEY: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Public key of the service at the provider: it is part of the checkout's address"),
  ONRAMP_SECRET_KEY: secret
    .optional()
    .describe("Signs addresses of the checkout, at least 32 characters"),
  ONRAMP_WEBHOOK_KEY: secret
    .optional()
    .describe(
      "Key with which the provider signs callbacks, at least 32 characters. They go to `BASE_URL/api/v1/onramp/callbacks/PROVIDER`",
    ),
};

/** They mean nothing without each other. */
export const ONRAMP_NAMES = [
  "ONRAMP_PROVIDER",
  "ONRAMP_URL",
  "ONRAMP_API_KEY",
  "ONRAMP_SECRET_KEY",
  "ONRAMP_WEBHOOK_KEY",
] as const;

/** The provider whose checkout sells USDC. */
export type OnrampConfig = {
  provider: OnrampProviderId;
  /** Address of its checkout, for browsers. */
  url: string;
  apiKey: string;
  /** Signs addresses of the checkout. */
  secretKey: Secret;
  /** Signs the provider's callbacks. */
  webhookKey: Secret;
};

type OnrampEnvironment = z.output<z.ZodObject<typeof onrampSettings>>;

type CheckoutSettings = Pick<OnrampEnvironment, "ONRAMP_URL"> & {
  SOLANA_NETWORK: SolanaNetwork;
  SANDBOX_URL?: string | undefined;
};

/** On a simulated chain pages say that no card is charged, which is true at the sandbox's own checkout only. */
export function isCheckoutOfItsChain(env: CheckoutSettings): boolean {
  const { ONRAMP_URL: url, SOLANA_NETWORK: network, SANDBOX_URL: sandbox } = env;
  if (url === undefined || network !== "simulated") return true;
  if (sandbox === undefined) return false;
  // A text that is not an address has its own error already.
  if (!URL.canParse(url) || !URL.canParse(sandbox)) return true;
  return new URL(url).origin === new URL(sandbox).origin;
}

/** Undefined without all of them. */
export function onrampOf(env: OnrampEnvironment): OnrampConfig | undefined {
  const { ONRAMP_PROVIDER: provider, ONRAMP_URL: url, ONRAMP_API_KEY: apiKey } = env;
  const { ONRAMP_SECRET_KEY: secretKey, ONRAMP_WEBHOOK_KEY: webhookKey } = env;
  if (provider === undefined || url === undefined || apiKey === undefined) return undefined;
  if (secretKey === undefined || webhookKey === undefined) return undefined;
  return { provider, url, apiKey, secretKey, webhookKey };
}
