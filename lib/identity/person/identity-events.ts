/**
 * Events of accounts, for domains above this one: partner attribution listens to them. A listener runs in the
 * transaction of the change, so that both are written or neither is.
 */
import "server-only";
import type { Client } from "#lib/platform/actor.ts";
import type { Database } from "#lib/platform/db/client.ts";

type Change = Pick<Database, "execute" | "insert">;

export type AccountCreated = {
  userId: string;
  /** Codes of the followed partner links, by precedence. They may be unknown or out of date. */
  referralCodes: readonly string[];
  /** Unix milliseconds. */
  now: number;
  client: Client;
};

export type IdentityListener = {
  accountCreated: (change: Change, event: AccountCreated) => Promise<void>;
  /** @param wallet base58 public key */
  walletLinked: (change: Change, wallet: string) => Promise<void>;
};

// Bundled route handlers have modules of their own: the listener is kept where all of them find it.
const SLOT: unique symbol = Symbol.for("svc.identity-listener");
const holder: typeof globalThis & { [SLOT]?: IdentityListener | undefined } = globalThis;

/** Sets the listener of this process; the server does so before it takes requests. `undefined` removes it. */
export function setIdentityListener(listener: IdentityListener | undefined): void {
  holder[SLOT] = listener;
}

/** @throws what the listener throws; the change is then rolled back */
export async function emitAccountCreated(change: Change, event: AccountCreated): Promise<void> {
  await holder[SLOT]?.accountCreated(change, event);
}

/** @throws what the listener throws; the change is then rolled back */
export async function emitWalletLinked(change: Change, wallet: string): Promise<void> {
  await holder[SLOT]?.walletLinked(change, wallet);
}
