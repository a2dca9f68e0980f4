/** What a press on the page of keys asks for: each of it takes code that the page does not load before. */
import type { VenueKeyRecord } from "./key-records.ts";

export type KeyTask =
  | { kind: "enable" }
  | { kind: "revoke-venue-key"; key: VenueKeyRecord }
  | { kind: "revoke-signer"; pubkey: string }
  /** The trading key's own dialog, in which one is made. */
  | { kind: "trading-key" };
