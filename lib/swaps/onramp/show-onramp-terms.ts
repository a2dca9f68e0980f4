/** What a page needs before it offers a purchase. */
import "server-only";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import {
  FIAT_CURRENCIES,
  FIAT_DECIMALS,
  LEAST_PURCHASE,
  MOST_PURCHASE,
} from "#lib/protocol/onramp.ts";
import type { OnrampTerms } from "#lib/protocol/wire/onramp.ts";
import { onrampSettings } from "./onramp-settings.ts";

/** Null where nothing can be bought. */
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
      least: formatDecimal(LEAST_PURCHASE, FIAT_DECIMALS),
      most: formatDecimal(MOST_PURCHASE, FIAT_DECIMALS),
    },
  };
}
