/** GET → the provider that sells USDC for card payments, and its limits; null where none is configured. */
import { OnrampTerms } from "#lib/protocol/wire/onramp.ts";
import { route } from "#lib/server/route.ts";
import { onrampTerms } from "#lib/swaps/onramp/show-onramp-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Provider, currencies and limits of card purchases",
    response: OnrampTerms,
  },
  onrampTerms,
);
