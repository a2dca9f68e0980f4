/** What custody reports of withdrawals: in order as a rule, sometimes twice, out of order, or of none that exists. */
import type { Command } from "#services/venue/engine/commands.ts";
import type { Withdrawal } from "#services/venue/engine/transfers.ts";
import type { World } from "./actions.ts";

/** Withdrawals that are looked at: the latest ones. */
const LOOKED_AT = 12;

/** Undefined while nothing was withdrawn. */
export function custodyAction({ state, random, time }: World): Command | undefined {
  const latest = [...state.withdrawals.values()].slice(-LOOKED_AT);
  const withdrawal = latest[random.below(Math.max(1, latest.length))];
  if (withdrawal === undefined) return undefined;
  const { attempts } = withdrawal;
  const id = random.oneIn(30) ? "wdr_unknown" : withdrawal.id;
  const die = random.below(10);
  if (die < 2) return { type: "withdrawal_returned", id, reason: reasonOf(random.below(8)) };
  const known = attempts[random.below(Math.max(1, attempts.length))];
  if (die < 6 || known === undefined) return sent(id, withdrawal, time);
  // What was reported before, now and then with another figure.
  const other = random.oneIn(4) ? 1 : 0;
  if (die === 6) {
    const lastValidBlockHeight = known.lastValidBlockHeight + other;
    return { type: "withdrawal_sent", id, signature: known.signature, lastValidBlockHeight };
  }
  const txHash = other === 1 ? "a transaction of somebody else" : known.signature;
  return { type: "withdrawal_settled", id, txHash };
}

function sent(id: string, { attempts }: Withdrawal, time: number): Command {
  const signature = `payment ${attempts.length + 1} of ${id}`;
  return { type: "withdrawal_sent", id, signature, lastValidBlockHeight: Math.floor(time / 400) };
}

function reasonOf(die: number): string {
  return die === 0 ? "the signers refused" : "the account has no token account";
}
