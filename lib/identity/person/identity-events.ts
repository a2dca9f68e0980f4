/**
 * Events of accounts, for domains above this one: partner attribution listens to them. A listener runs in the
 * transaction of the change, so that both are written or neither is.
 */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";

type Change = Pick<Database, "execute" | "insert" | "select">;

export type AccountCreated = {
  userId: string;
  /** The followed partner links with their tags, by precedence (`ada-1?sub=x`). They may be unknown or out of date. */
  followedLinks: readonly string[];
  /** The user who was signed in in this browser until now, if any. */
  browserUserId?: string | undefined;
  /** Unix milliseconds. */
  now: number;
  client: Client;
};

export type IdentityListener = {
  accountCreated: (change: Change, event: AccountCreated) => Promise<void>;
  /** @param wallet base58 public key */
  walletLinked: (change: Change, wallet: string) => Promise<void>;
};

const slot = processSlot<IdentityListener>("identity-listener");

/** Sets the listener of this process; the server does so before it takes requests. `undefined` removes it. */
export function setIdentityListener(listener: IdentityListener | undefined): void {
  slot.value = listener;
}

/** @throws what the listener throws; the change is then rolled back */
export async function emitAccountCreated(change: Change, event: AccountCreated): Promise<void> {
  await slot.value?.accountCreated(change, event);
}

/** @throws what the listener throws; the change is then rolled back */
export async function emitWalletLinked(change: Change, wallet: string): Promise<void> {
  await slot.value?.walletLinked(change, wallet);
}
