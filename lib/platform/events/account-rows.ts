/**
 * What a domain does with its rows of an account. `lib/server/account-rows.ts` lists the domains, and a route hands the list to the
 * verb: so every process and every bundle has all of them, whatever parts it has started.
 */
import type { Database } from "#lib/platform/db/client.ts";
import type { AccountShown } from "#lib/protocol/wire/identity.ts";
import type { Change } from "./emit-events.ts";

export type AccountOwner = {
  userId: string;
  /** Base58 public keys of the linked wallets. */
  wallets: readonly string[];
};

export type UnlinkedIdentity = {
  userId: string;
  kind: "wallet" | "email" | "oidc";
  /** For a wallet, its base58 public key. */
  subject: string;
  /** Unix milliseconds. */
  now: number;
};

export type AccountRows = {
  /** What the preview of a deletion shows of the domain. */
  count?: (db: Database, owner: AccountOwner) => Promise<Partial<AccountShown["erased"]>>;
  /** Erases them in the transaction of the deletion, which has locked the account. */
  erase: (change: Change, owner: AccountOwner) => Promise<void>;
  /** Runs in the transaction that removes a way to sign in, before its row goes. What it throws refuses the removal. */
  unlink?: (change: Change, unlinked: UnlinkedIdentity) => Promise<void>;
};
