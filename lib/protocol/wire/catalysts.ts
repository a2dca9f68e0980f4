/**
 * Catalysts, their evidence and the explanations of moves, as the app publishes them (docs/api/catalysts.md). Times are ISO 8601.
 * Texts of news were written by strangers: they are shown as text, and never followed.
 */

import { z } from "zod";
import { DAY_MS } from "#lib/protocol/durations.ts";
import {
  CATALYST_REVISION_KINDS,
  CATALYST_STATUSES,
  CATALYST_TYPES,
  MOVE_VERDICTS,
  NEWS_ROLES,
  NEWS_SOURCE_ERRORS,
  NEWS_SOURCE_STATES,
  SENTIMENT_DIRECTIONS,
} from "#lib/protocol/market-knowledge.ts";
import { PublicMove } from "./moves.ts";
import { instant } from "./values.ts";

const MAX_DAYS = 31;

const moment = z.iso.datetime({ precision: 3 });
const share = z.number().min(0).max(1);
export const catalystId = z.string().regex(/^evt_[0-9a-f]{24}$/);
const newsId = z.string().regex(/^nws_[0-9a-f]{24}$/);
const asset = z.string().regex(/^[A-Z0-9]{2,12}$/);

const sentiment = z.strictObject({ direction: z.enum(SENTIMENT_DIRECTIONS), confidence: share });

const source = z.strictObject({
  url: z.string(),
  publisher: z.string(),
  fetched_at: moment,
});

/** A catalyst, as it was at one revision. */
export const Catalyst = z
  .strictObject({
    id: catalystId,
    type: z.enum(CATALYST_TYPES),
    status: z.enum(CATALYST_STATUSES),
    magnitude: z.int().min(1).max(5),
    magnitude_parts: z
      .strictObject({
        authority: share.nullable(),
        market_cap: share.nullable(),
        social_velocity: share.nullable(),
        onchain_anomaly: share.nullable(),
      })
      .describe("Parts of the magnitude; null: not known, the others get its weight"),
    sentiment,
    headline: z.string().max(500),
    summary: z.string().max(500),
    assets: z.array(asset),
    related_assets: z.array(asset).describe("Assets that it touches less directly"),
    sources: z.array(source).describe("One for each independent report, the earliest first"),
    first_seen_at: moment,
    last_updated_at: moment,
    dedup_key: z.string(),
    simulated: z.boolean().describe("All its sources are simulated"),
    revision: z.int().min(1),
    follows: catalystId.nullable().describe("An earlier catalyst of the same matter; null: none"),
    merged_into: catalystId.nullable().describe("The older catalyst that is the same; null: none"),
    tracked_until: moment.describe("Until then it is evaluated and gets new reports"),
  })
  .meta({ id: "Catalyst" });
export type Catalyst = z.output<typeof Catalyst>;

export const CatalystRevision = z
  .strictObject({
    revision: z.int().min(1),
    kind: z.enum(CATALYST_REVISION_KINDS),
    recorded_at: moment,
    status: z.enum(CATALYST_STATUSES),
    type: z.enum(CATALYST_TYPES),
    magnitude: z.int().min(1).max(5),
    sentiment,
    changed: z.array(z.string()),
    due_at: moment.nullable(),
  })
  .meta({ id: "CatalystRevision" });
export type CatalystRevision = z.output<typeof CatalystRevision>;

/** A report on which a catalyst rests. */
export const CatalystEvidence = z
  .strictObject({
    id: newsId,
    url: z.string(),
    publisher: z.string(),
    simulated: z.boolean(),
    headline: z.string().max(500).describe("Written by the source: show it as text"),
    role: z.enum(NEWS_ROLES),
    is_independent: z.boolean().describe("False: it repeats an earlier report"),
    published_at: moment.nullable().describe("When it was published, as the source claims"),
    recorded_at: moment,
  })
  .meta({ id: "CatalystEvidence" });
export type CatalystEvidence = z.output<typeof CatalystEvidence>;

const causeTerms = z
  .strictObject({
    time: z.number(),
    asset: z.number(),
    scope: z.number(),
    direction: z.number(),
    authority: z.number(),
    voices: z.number(),
    novelty: z.number(),
    surprise: z.number(),
  })
  .describe("What each property adds to the logit");

export const CauseCandidate = z
  .strictObject({
    catalyst_id: catalystId,
    headline: z.string().max(500),
    type: z.enum(CATALYST_TYPES),
    probability: share,
    terms: causeTerms,
  })
  .meta({ id: "CauseCandidate" });
export type CauseCandidate = z.output<typeof CauseCandidate>;

/** What the service says of why a price moved. */
export const MoveExplanation = z
  .strictObject({
    verdict: z.enum(MOVE_VERDICTS),
    probability: share
      .nullable()
      .describe("Probability of the first candidate; null: none, or still pending"),
    none_probability: share.nullable().describe("Probability that no known catalyst is the cause"),
    candidates: z.array(CauseCandidate).max(3).describe("The likeliest first"),
    mechanics: z
      .array(z.enum(["liquidations", "funding"]))
      .describe("Market mechanics that added to the move"),
    revision: z.int().min(1),
    recorded_at: moment,
  })
  .meta({ id: "MoveExplanation" });
export type MoveExplanation = z.output<typeof MoveExplanation>;

export const ExplainedMove = z
  .strictObject({ move: PublicMove, explanation: MoveExplanation.nullable() })
  .meta({ id: "ExplainedMove" });
export type ExplainedMove = z.output<typeof ExplainedMove>;

/** A catalyst with everything that led to it, as it was known at `known_at`. */
export const CatalystRecord = z
  .strictObject({
    event: Catalyst,
    revisions: z
      .array(CatalystRevision)
      .describe("The newest 500, the oldest first; read earlier ones with an earlier known_at"),
    evidence: z.array(CatalystEvidence).describe("In the order in which the service learned of it"),
    moves: z
      .array(ExplainedMove)
      .describe("Moves of which it is a candidate cause, the newest 100"),
  })
  .meta({ id: "CatalystRecord" });
export type CatalystRecord = z.output<typeof CatalystRecord>;

const knownAt = instant
  .optional()
  .describe("Answers what the service knew at that time; by default now");

const page = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().min(1).max(200).optional(),
};

const filters = {
  asset: asset.optional(),
  type: z.enum(CATALYST_TYPES).optional(),
  min_magnitude: z.coerce.number().int().min(1).max(5).optional(),
};

/** `GET /api/alerts/catalyst` */
export const CatalystReplayQuery = z
  .strictObject({
    from: instant.describe("Start of the window: first seen or changed at this time or later"),
    to: instant.describe("End of the window: first seen or changed before"),
    known_at: knownAt,
    ...filters,
    ...page,
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ["from"],
    error: "it does not lie before to",
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_DAYS * DAY_MS, {
    path: ["to"],
    error: `it must be at most ${MAX_DAYS} days after from`,
  });
export const CatalystReplay = z.strictObject({
  from: moment,
  to: moment,
  known_at: moment.describe("The answer holds what was recorded until then"),
  results: z.array(CatalystRecord).describe("Catalysts in the order of their last change"),
  next: z.string().nullable().describe("Give it as `cursor`, with this answer's `known_at`"),
});
export type CatalystReplay = z.output<typeof CatalystReplay>;

/** `GET /api/alerts/catalyst/{id}` and `GET /api/public/catalysts/{id}` */
export const CatalystRecordQuery = z.strictObject({ known_at: knownAt });
export const KnownCatalystRecord = CatalystRecord.extend({ known_at: moment });
export type KnownCatalystRecord = z.output<typeof KnownCatalystRecord>;

/** `GET /api/public/catalysts`: the newest first; merged ones are left out. */
export const CatalystListQuery = z.strictObject({ ...filters, known_at: knownAt, ...page });
export const CatalystList = z.strictObject({
  known_at: moment,
  results: z.array(Catalyst),
  next: z
    .string()
    .nullable()
    .describe(
      "Give it as `cursor`. A page reads 1,000 catalysts: with a narrow filter it can be short or empty and still have a `next`",
    ),
});
export type CatalystList = z.output<typeof CatalystList>;

/** `GET /api/public/moves/{id}`: a move and its explanation, as they were known at `known_at`. */
export const KnownMoveQuery = z.strictObject({ known_at: knownAt });
export const KnownMove = ExplainedMove.extend({
  known_at: moment,
  revisions: z
    .array(
      z.strictObject({
        revision: z.int().min(1),
        recorded_at: moment,
        verdict: z.enum(MOVE_VERDICTS),
        probability: share.nullable(),
        catalyst_id: catalystId.nullable(),
      }),
    )
    .describe(
      "Every explanation so far, the oldest first. Only `attributed` and `possible` name a catalyst with its probability",
    ),
});
export type KnownMove = z.output<typeof KnownMove>;

/** A news item, with what the service read in it. */
export const NewsItem = z
  .strictObject({
    id: newsId,
    url: z.string(),
    publisher: z.string(),
    simulated: z.boolean(),
    headline: z.string().max(500),
    summary: z.string().max(500),
    published_at: moment.nullable(),
    recorded_at: moment,
    role: z.enum(NEWS_ROLES),
    type: z.enum(CATALYST_TYPES).nullable().describe("Kind of event; null: about no event"),
    sentiment: sentiment.nullable(),
    assets: z.array(asset),
    catalyst_id: catalystId.nullable(),
  })
  .meta({ id: "NewsItem" });
export type NewsItem = z.output<typeof NewsItem>;

export const NewsListQuery = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u, "it has control characters")
    .optional()
    .describe("Words that must all occur in headline or summary"),
  asset: asset.optional(),
  from: instant.optional(),
  to: instant.optional(),
  ...page,
});
export const NewsList = z.strictObject({
  results: z.array(NewsItem).describe("The newest first"),
  next: z.string().nullable(),
});
export type NewsList = z.output<typeof NewsList>;

/** `GET /api/public/catalysts/sources`: from where news is read, and how old it is. */
export const NewsSources = z.strictObject({
  results: z.array(
    z.strictObject({
      name: z.string(),
      publisher: z.string(),
      kind: z.string(),
      simulated: z.boolean(),
      state: z.enum(NEWS_SOURCE_STATES),
      last_read_at: moment.nullable(),
      last_item_at: moment.nullable(),
      items_per_day: z.int().min(0),
      error: z.enum(NEWS_SOURCE_ERRORS).nullable(),
      http_status: z.int().nullable(),
    }),
  ),
});
export type NewsSources = z.output<typeof NewsSources>;

/** Events of `GET /api/alerts/catalyst/stream`. */
export const CATALYST_STREAM_EVENTS = ["catalyst.detected", "catalyst.updated", "move"] as const;
