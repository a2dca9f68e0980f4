/** Catalysts, moves and explanations for tests. */
import type { Decimal } from "#lib/protocol/decimal.ts";
import type {
  Catalyst,
  CatalystEvidence,
  CatalystRevision,
  CauseCandidate,
  KnownCatalystRecord,
  KnownMove,
  MoveExplanation,
} from "#lib/protocol/wire/catalysts.ts";
import type { PublicMove } from "#lib/protocol/wire/moves.ts";

/** An id such as `evt_…` or `mov_…` from a small number. */
export const makeId = (prefix: "evt" | "mov" | "nws", number: number): string =>
  `${prefix}_${number.toString(16).padStart(24, "0")}`;

/** This hour, minute and second on the day of every test. */
export const at = (time: string): string => `2026-05-01T${time}.000Z`;

export function catalyst(change: Partial<Catalyst> = {}): Catalyst {
  return {
    id: makeId("evt", 1),
    type: "hack",
    status: "confirmed",
    magnitude: 4,
    magnitude_parts: {
      authority: 0.8,
      market_cap: 0.7,
      social_velocity: 0.4,
      onchain_anomaly: null,
    },
    sentiment: { direction: "negative", confidence: 0.82 },
    headline: "Bridge of Solana drained of 40 million",
    summary: "An attacker took tokens from a bridge.",
    assets: ["SOL"],
    related_assets: [],
    sources: [
      { url: "https://wire.example/1", publisher: "wire.example", fetched_at: at("12:04:00") },
    ],
    first_seen_at: at("12:04:00"),
    last_updated_at: at("12:04:00"),
    dedup_key: "key",
    simulated: true,
    revision: 1,
    follows: null,
    merged_into: null,
    tracked_until: "2026-05-04T12:04:00.000Z",
    ...change,
  };
}

export function revision(change: Partial<CatalystRevision> = {}): CatalystRevision {
  return {
    revision: 1,
    kind: "detected",
    recorded_at: at("12:04:00"),
    status: "confirmed",
    type: "hack",
    magnitude: 4,
    sentiment: { direction: "negative", confidence: 0.82 },
    changed: [],
    due_at: null,
    ...change,
  };
}

export function evidence(change: Partial<CatalystEvidence> = {}): CatalystEvidence {
  return {
    id: makeId("nws", 1),
    url: "https://wire.example/1",
    publisher: "wire.example",
    simulated: true,
    headline: "Bridge of Solana drained of 40 million",
    role: "report",
    is_independent: true,
    published_at: at("12:03:30"),
    recorded_at: at("12:04:00"),
    ...change,
  };
}

export function move(change: Partial<PublicMove> = {}): PublicMove {
  return {
    id: makeId("mov", 1),
    incident_id: "inc_1",
    market: "SOLUSDC",
    direction: "down",
    rule: "z",
    scope: "single",
    opened_at: at("12:02:00"),
    onset: at("12:01:00"),
    from_price: "150" as Decimal,
    extreme_price: "144" as Decimal,
    extreme_at: at("12:02:00"),
    ended_at: null,
    ended_by: null,
    size: -0.04,
    z: -9,
    horizon_minutes: 5,
    facts: {
      volume_ratio: 3.4,
      open_interest_change: -0.02,
      liquidated_share: null,
      cascade: false,
      funding_flip: false,
    },
    revision: 1,
    parameters_hash: "0".repeat(64),
    ...change,
  };
}

export function candidate(change: Partial<CauseCandidate> = {}): CauseCandidate {
  return {
    catalyst_id: makeId("evt", 1),
    headline: "Bridge of Solana drained of 40 million",
    type: "hack",
    probability: 0.91,
    terms: {
      time: 1.8,
      asset: 2,
      scope: 0.2,
      direction: 0.9,
      authority: 0.5,
      voices: 0.3,
      novelty: 0.4,
      surprise: -0.1,
    },
    ...change,
  };
}

export function explanation(change: Partial<MoveExplanation> = {}): MoveExplanation {
  return {
    verdict: "attributed",
    probability: 0.91,
    none_probability: 0.06,
    candidates: [candidate()],
    mechanics: [],
    revision: 3,
    recorded_at: at("12:04:01"),
    ...change,
  };
}

export function knownMove(change: Partial<KnownMove> = {}): KnownMove {
  return {
    move: move(),
    explanation: explanation(),
    known_at: at("12:10:00"),
    revisions: [
      {
        revision: 1,
        recorded_at: at("12:02:01"),
        verdict: "pending",
        probability: null,
        catalyst_id: null,
      },
      {
        revision: 2,
        recorded_at: at("12:04:00"),
        verdict: "unexplained",
        probability: null,
        catalyst_id: null,
      },
      {
        revision: 3,
        recorded_at: at("12:04:01"),
        verdict: "attributed",
        probability: 0.91,
        catalyst_id: makeId("evt", 1),
      },
    ],
    ...change,
  };
}

export function record(change: Partial<KnownCatalystRecord> = {}): KnownCatalystRecord {
  return {
    event: catalyst(),
    revisions: [revision()],
    evidence: [evidence()],
    moves: [{ move: move(), explanation: explanation() }],
    known_at: at("12:10:00"),
    ...change,
  };
}
