/** The signed address of MoonPay's checkout in its published form (https://dev.moonpay.com). */
import { createHmac } from "node:crypto";
import type { OnrampConfig } from "#lib/platform/config/onramp-config.ts";
import type { CheckoutOrder } from "./checkout-provider.ts";

/** USDC on Solana. */
export const CURRENCY = "usdc_sol";

/** Sells for the order's amount, to the order's wallet only: the signature covers both. */
export function moonpayCheckoutUrl(
  { url, apiKey, secretKey }: OnrampConfig,
  order: CheckoutOrder,
): string {
  const address = new URL(url);
  const parameters = {
    apiKey,
    currencyCode: CURRENCY,
    baseCurrencyCode: order.currency.toLowerCase(),
    baseCurrencyAmount: order.amount,
    lockAmount: "true",
    walletAddress: order.wallet,
    externalTransactionId: order.id,
    redirectURL: order.returnUrl,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const signature = createHmac("sha256", secretKey.reveal())
    .update(address.search)
    .digest("base64");
  // The signature must be the last parameter, because it covers those before it.
  address.searchParams.append("signature", signature);
  return address.href;
}
