import { pageTitle } from "#components/messages/page-title.ts";
import { SwapPage } from "#components/swaps/page/swap-page.tsx";
import { MAX_ROWS } from "#components/swaps/tape/tape-rows.ts";
import { swapTerms } from "#lib/swaps/chain/show-terms.ts";
import { onrampTerms } from "#lib/swaps/onramp/show-onramp-terms.ts";
import { readTape } from "#lib/swaps/tape/read-tape.ts";

export const generateMetadata = () => pageTitle("/swap");

/** The swap form and the live list of all swaps. Open to visitors. */
export default async function Page() {
  const [{ swaps: terms }, { results }] = await Promise.all([
    swapTerms(),
    readTape({ input: { query: { limit: MAX_ROWS } } }),
  ]);
  return <SwapPage terms={terms} tape={results} buys={onrampTerms().onramp !== null} />;
}
