/** Who may act for an account: its owner, and its live signers within their scopes. */
import type { SignedCommand } from "./commands.ts";
import type { Account } from "./market-state.ts";
import { scopeOf } from "./signer-scopes.ts";
import type { VenueState } from "./venue-state.ts";

/** True when the command's signer may carry it out for the command's account, now. */
export function isAuthorized(state: VenueState, { type, signed }: SignedCommand): boolean {
  const { account, signer } = signed;
  if (signer === account) return true;
  const known = state.accounts.get(account);
  const scope = scopeOf(type);
  return known !== undefined && scope !== undefined && mayAct(known, signer, state.time, scope);
}

/** True when `signer` is the account itself or one of its live signers with the scope (any, when none is given). */
export function mayAct(account: Account, signer: string, time: number, scope?: number): boolean {
  if (signer === account.pubkey) return true;
  const found = account.signers.get(signer);
  if (found === undefined || found.expiresAt <= time) return false;
  return scope === undefined || (found.scopes & scope) !== 0;
}
