/** How long a trading key lives, and how long it lives without input. */

import { createPreference } from "#components/data/preference.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

export const LIFETIMES = ["1h", "24h", "7d"] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export const LIFETIME_MS: Readonly<Record<Lifetime, number>> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
};

export const IDLE_MINUTES = ["5", "15", "30", "60"] as const;
export type IdleMinutes = (typeof IDLE_MINUTES)[number];

export const lifetimePreference = createPreference<Lifetime>(
  "trading-key.lifetime",
  "24h",
  (stored) => LIFETIMES.find((one) => one === stored),
);

/** The key is deleted after this many minutes without input. */
export const idlePreference = createPreference<IdleMinutes>("trading-key.idle", "30", (stored) =>
  IDLE_MINUTES.find((one) => one === stored),
);
