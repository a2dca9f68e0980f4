/** The traders: makers with much money, takers with little, and some that use all the leverage there is. */
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { pubkeyOf, Signatory } from "#services/venue/engine/commands.testing.ts";
import type { Random } from "./random.ts";

const USDC = 10n ** BigInt(MONEY_DECIMALS);

export type Person = {
  name: string;
  account: string;
  owner: Signatory;
  /** Delegated signers that were named so far, live or not. */
  robots: { name: string; signatory: Signatory }[];
  /** API keys that were made so far. */
  keys: string[];
  isMaker: boolean;
  /** Money that one deposit brings. */
  deposit: bigint;
  /** Largest position that one order asks for, in tenths of the account's balance. */
  appetite: number;
};

export function peopleOf(random: Random): [Person, ...Person[]] {
  const makers = Array.from({ length: 3 }, (_, index) =>
    personOf(`maker ${index}`, { isMaker: true, deposit: 20_000, appetite: 8 }),
  );
  const takers = Array.from({ length: 4 }, (_, index) =>
    personOf(`taker ${index}`, {
      isMaker: false,
      deposit: random.between(200, 4_000),
      appetite: 60,
    }),
  );
  const gamblers = Array.from({ length: 5 }, (_, index) =>
    personOf(`gambler ${index}`, {
      isMaker: false,
      deposit: random.between(30, 900),
      appetite: 200,
    }),
  );
  const [first, ...others] = [...makers, ...takers, ...gamblers];
  if (first === undefined) throw new Error("nobody trades");
  return [first, ...others];
}

function personOf(
  name: string,
  terms: { isMaker: boolean; deposit: number; appetite: number },
): Person {
  const account = pubkeyOf(name);
  return {
    name,
    account,
    owner: new Signatory(account),
    robots: [],
    keys: [],
    isMaker: terms.isMaker,
    deposit: BigInt(terms.deposit) * USDC,
    appetite: terms.appetite,
  };
}
