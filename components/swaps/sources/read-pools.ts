/** The embedded source of routes: the page reads the pools from the chain and plans on them itself. */
import { readAccounts } from "#components/chain/chain-calls.ts";
import type { Answer } from "#components/data/http.ts";
import { accountsOfPools, livePools } from "#lib/protocol/swaps/live-pools.ts";
import type { Venue } from "#lib/protocol/swaps/match-plan.ts";
import type { LivePool } from "#lib/protocol/swaps/plan-route.ts";
import type { SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";

export type SwapTerms = NonNullable<SwapTermsAnswer["swaps"]>;

/** A packet holds two hops; a third one needs lookup tables. */
export const MOST_HOPS_IN_A_PACKET = 2;

export function venuesOf({ pools }: SwapTerms): Venue[] {
  return pools.map(({ venue, address, vault_a: vaultA, vault_b: vaultB }) => ({
    name: venue,
    address,
    vaultA,
    vaultB,
  }));
}

/** All pools as one confirmed slot has them. */
export async function readPools(terms: SwapTerms): Promise<Answer<readonly LivePool[]>> {
  const venues = venuesOf(terms);
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
