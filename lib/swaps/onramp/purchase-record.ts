/** A purchase as its own user sees it. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import { formatDecimal, isDecimal } from "#lib/protocol/decimal.ts";
import { BUY_PATH, PURCHASE_PARAMETER } from "#lib/protocol/onramp.ts";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { Purchase } from "#lib/protocol/wire/onramp.ts";
import type { onrampPurchases } from "#lib/swaps/schema/onramp.ts";
import { onrampSettings } from "./onramp-settings.ts";

export type PurchaseRow = typeof onrampPurchases.$inferSelect;

/**
 * @param account base58 wallet of the reading session. Only the purchase's own wallet gets the
 * checkout's address
 */
export function purchaseRecord(row: PurchaseRow, account: string | undefined): Purchase {
  const { id, status, provider, network, wallet, amount, currency, signature, units } = row;
  if (!isDecimal(amount)) throw new Error(`${id} has an amount that is no decimal`);
  return {
    id,
    status,
    reason: row.reason,
    provider,
    provider_transaction: row.providerTransaction,
    network,
    simulated: network === "simulated",
    wallet,
    amount,
    currency,
    usdc: units === null ? null : formatDecimal(units, USDC_DECIMALS),
    transaction: signature,
    explorer_url:
      signature === null ? null : explorerUrl({ network, signature }, config().sandboxUrl),
    checkout_url: wallet === account ? checkoutUrlOf(row) : null,
    created_at: row.createdAt,
    changed_at: row.changedAt,
  };
}

/** Null once a checkout has begun, and when the service now uses another provider or chain. */
function checkoutUrlOf({ status, provider, network, ...row }: PurchaseRow): string | null {
  const settings = onrampSettings();
  if (status !== "created" || settings?.provider.id !== provider) return null;
  if (settings.network !== network || settings.mint !== row.mint) return null;
  const { id, wallet, amount, currency } = row;
  const returnUrl = `${config().baseUrl}${BUY_PATH}?${PURCHASE_PARAMETER}=${id}`;
  return settings.provider.checkoutUrl(settings.terms, { id, wallet, amount, currency, returnUrl });
}
