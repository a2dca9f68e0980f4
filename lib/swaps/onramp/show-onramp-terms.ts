/** The terms that a page needs before it offers a purchase. */
import "server-only";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import {
  FIAT_CURRENCIES,
  FIAT_DECIMALS,
  MAX_PURCHASE,
  MIN_PURCHASE,
} from "#lib/protocol/onramp.ts";
import type { OnrampTerms } from "#lib/protocol/wire/onramp.ts";
import { onrampSettings } from "./onramp-settings.ts";

/** Null where purchases are not available. */
export function onrampTerms(): OnrampTerms {
  const settings = onrampSettings();
  if (settings === undefined) return { onramp: null };
  const { provider, terms, network } = settings;
  return {
    onramp: {
      provider: provider.id,
      name: provider.name,
      host: new URL(terms.url).host,
      simulated: network === "simulated",
      currencies: [...FIAT_CURRENCIES],
      least: formatDecimal(MIN_PURCHASE, FIAT_DECIMALS),
      most: formatDecimal(MAX_PURCHASE, FIAT_DECIMALS),
    },
  };
}
