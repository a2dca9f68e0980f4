/** The actions of the page of keys that need the code of the wallet. */
import type { VenueKeyRecord } from "#lib/protocol/wire/account.ts";

export type KeyTask =
  | { kind: "enable" }
  | { kind: "revoke-venue-key"; key: VenueKeyRecord }
  | { kind: "revoke-signer"; pubkey: string }
  /** Opens the dialog that creates a trading key. */
  | { kind: "trading-key" };
