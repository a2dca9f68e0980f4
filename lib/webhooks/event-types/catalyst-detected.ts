/** `catalyst.detected`: the data is the `event` of `GET /api/public/catalysts/{id}`. */
import { z } from "zod";
import { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { caused } from "./event-type.ts";

/** Without its name in the OpenAPI document, because each event type has a complete schema. */
const CatalystData = z.strictObject(Catalyst.shape);

export const CATALYST_DETECTED = caused({
  type: "catalyst.detected",
  description:
    "A new catalyst was found, also by one weak source alone. It is sent once, when it first passes the webhook's filter.",
  schema: CatalystData,
  sample: {
    id: "evt_0123456789abcdef01234567",
    type: "hack",
    status: "confirmed",
    magnitude: 4,
    magnitude_parts: {
      authority: 0.8,
      market_cap: 0.75,
      social_velocity: 0.25,
      onchain_anomaly: null,
    },
    sentiment: { direction: "negative", confidence: 0.72 },
    headline: "Bridge drained of 30 million dollars",
    summary: "An attacker took the reserves of a bridge.",
    assets: ["SOL"],
    related_assets: [],
    sources: [
      {
        url: "https://news.example/bridge",
        publisher: "news.example",
        fetched_at: "2026-01-01T00:00:00.000Z",
      },
    ],
    first_seen_at: "2026-01-01T00:00:00.000Z",
    last_updated_at: "2026-01-01T00:00:00.400Z",
    dedup_key: "0123456789abcdef".repeat(4),
    simulated: true,
    revision: 1,
    follows: null,
    merged_into: null,
    tracked_until: "2026-01-04T00:00:00.000Z",
  },
});
