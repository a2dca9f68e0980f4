/** Our own source of routes: the page reads the pools from the chain and plans the route. */
import { readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import type { LivePool } from "#lib/protocol/swaps/pools/find-best-route.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/pools/live-pools.ts";
import type { SwapVenue } from "#lib/protocol/swaps/verify/match-plan.ts";
import type { SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";

export type SwapTerms = NonNullable<SwapTermsAnswer["swaps"]>;

/** A packet has room for two hops. A third one needs lookup tables. */
export const MAX_HOPS_IN_A_PACKET = 2;

export function parseVenues({ pools }: SwapTerms): SwapVenue[] {
  return pools.map(({ venue, address, vault_a: vaultA, vault_b: vaultB }) => ({
    name: venue,
    address,
    vaultA,
    vaultB,
  }));
}

/** All pools at one confirmed slot. */
export async function readPools(terms: SwapTerms): Promise<Answer<readonly LivePool[]>> {
  const venues = parseVenues(terms);
  const keys = accountsOfPools(venues);
  const answer = await readAccounts(keys);
  if (!answer.ok) return answer;
  const data = new Map(
    keys.flatMap((key, index) => {
      const account = answer.body[index];
      return account ? [[key, account.data] as const] : [];
    }),
  );
  return { ...answer, body: livePools(venues, data) };
}
