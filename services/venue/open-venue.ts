/** Opens a venue over a journal folder and lists the first markets when it is new. */

import { createHash } from "node:crypto";
import type { Clock } from "#lib/clock.ts";
import type { Secret } from "#lib/env.ts";
import { LISTINGS } from "./engine/listings.ts";
import { Histories } from "./projection/market-history.ts";
import { Sequencer } from "./sequencer.ts";
import type { Venue } from "./venue.ts";

export async function openVenue(options: {
  folder: string;
  clock: Clock;
  operatorKey: Secret;
  onFailure: (error: unknown) => void;
}): Promise<Venue> {
  const { folder, clock, operatorKey, onFailure } = options;
  const histories = new Histories();
  const sequencer = await Sequencer.open({ folder, clock, events: histories.events, onFailure });
  if (sequencer.state.seq === 0) {
    for (const market of LISTINGS) await sequencer.submit({ type: "list_market", market });
  }
  return {
    sequencer,
    state: sequencer.state,
    histories,
    clock,
    operatorKeyHash: createHash("sha256").update(operatorKey.reveal()).digest(),
  };
}
