/** The cost of each feature, in files that belong to it alone. Add a row with each new feature. */

export type Feature = {
  name: string;
  /** Folders and files of the feature, from the root. */
  paths: readonly string[];
};

export const FEATURES: readonly Feature[] = [
  {
    name: "Partner programme",
    paths: [
      "app/(settings)/partner",
      "app/api/operator/v1/partner",
      "app/api/v1/partner",
      "app/r",
      "app/unsubscribe",
      "components/partner",
      "e2e/partner",
      "lib/partner",
      "lib/platform/db/schema/partner.ts",
      "lib/protocol/partner",
      "lib/protocol/wire/partner.ts",
    ],
  },
  {
    name: "Webhooks",
    paths: [
      "app/(settings)/settings/webhooks",
      "app/api/operator/v1/webhooks",
      "app/api/sandbox/hooks",
      "app/api/v1/webhooks",
      "components/webhooks",
      "e2e/integrator/webhooks.e2e.ts",
      "lib/platform/db/schema/webhooks.ts",
      "lib/protocol/webhooks.ts",
      "lib/protocol/wire/webhook.ts",
      "lib/webhooks",
      "services/sandbox/webhook-receiver",
    ],
  },
  {
    name: "Chain, vault, deposits and withdrawals",
    paths: [
      "app/(account)/account/transfers",
      "app/(settings)/vault",
      "app/api/chain",
      "app/api/venue/withdrawals",
      "components/chain",
      "components/trading/transfers",
      "components/trading/vault",
      "e2e/trader/deposit-withdraw.e2e.ts",
      "lib/platform/chain-client",
      "lib/protocol/solana",
      "lib/protocol/solana.ts",
      "lib/protocol/wire/custody.ts",
      "lib/protocol/wire/vault.ts",
      "lib/trading/transfers",
      "scripts/bench/chain",
      "services/chain",
      "services/custody",
      "services/sandbox/chain",
      "services/sandbox/deposits",
      "services/sandbox/pools",
      "services/venue/engine/withdrawals.ts",
      "services/venue/gateway/endpoints/withdrawals.ts",
      "tests/custody",
    ],
  },
  {
    name: "On-ramp",
    paths: [
      "app/api/v1/onramp",
      "components/swaps/buy",
      "e2e/trader/buy.e2e.ts",
      "lib/platform/db/schema/onramp.ts",
      "lib/protocol/onramp.ts",
      "lib/protocol/wire/onramp.ts",
      "lib/swaps/onramp",
      "services/sandbox/checkout",
    ],
  },
  {
    name: "Swaps and points",
    paths: [
      "app/(settings)/account/points",
      "app/(settings)/account/swaps",
      "app/(settings)/swap",
      "app/api/v1/points",
      "app/api/v1/swaps",
      "components/swaps",
      "e2e/trader/swap.e2e.ts",
      "lib/platform/db/schema/swaps.ts",
      "lib/protocol/swaps",
      "lib/protocol/wire/swaps.ts",
      "lib/swaps",
      "scripts/bench/swaps",
      "tests/swaps",
    ],
  },
];
