/** Highlights: short cards made from catalysts (docs/api/highlights.md), and the tags that an account mutes and pins. Times are ISO 8601. */
import { z } from "zod";
import { SERVICE_LOCALES } from "#lib/protocol/enumerations.ts";
import { isTag, MAX_HIGHLIGHTS, MAX_TAGS } from "#lib/protocol/highlights.ts";
import {
  CATALYST_STATUSES,
  CATALYST_TYPES,
  SENTIMENT_DIRECTIONS,
} from "#lib/protocol/market-knowledge.ts";
import { catalystId } from "./catalysts.ts";
import { instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const asset = z.string().regex(/^[A-Z0-9]{2,12}$/);
const MAX_REQUESTED = 50;

export const Highlight = z
  .strictObject({
    catalyst_id: catalystId,
    type: z.enum(CATALYST_TYPES),
    status: z.enum(CATALYST_STATUSES).exclude(["merged"]),
    direction: z.enum(SENTIMENT_DIRECTIONS),
    confidence: z.number().min(0).max(1),
    magnitude: z.int().min(2).max(5),
    text: z.string().describe("Text of the card, written by the service in the requested language"),
    headline: z.string().max(500).describe("Written by the source: show it as text"),
    assets: z.array(z.string()),
    simulated: z.boolean(),
    pinned: z.boolean().describe("One of its tags is pinned by the request"),
    first_seen_at: moment,
    counted_from: moment.describe("When its life began: first seen, or last change of direction"),
    expires_at: moment,
    matters: z
      .array(z.string())
      .describe("Cards with a common value are about one matter; at most two of them are shown"),
  })
  .meta({ id: "Highlight" });
export type Highlight = z.output<typeof Highlight>;

const tag = z
  .union([z.enum(CATALYST_TYPES), asset])
  .meta({ id: "HighlightTag", description: "A type of catalysts, or the symbol of an asset" });

const tags = z
  .string()
  .max(2_000)
  .refine((text) => areTags(text.split(",")), "it has what is neither a type nor an asset")
  .optional();

/** `GET /api/public/highlights` */
export const HighlightQuery = z.strictObject({
  locale: z.enum(SERVICE_LOCALES).default("en"),
  known_at: instant
    .optional()
    .describe("Answers what the service knew at that time; by default now"),
  mute: tags.describe("Tags, separated by commas, whose cards are left out"),
  pin: tags.describe("Tags, separated by commas, whose cards come first"),
  limit: z.coerce.number().int().min(1).max(MAX_REQUESTED).default(MAX_HIGHLIGHTS),
});
export const HighlightList = z.strictObject({
  known_at: moment,
  results: z.array(Highlight).describe("Cards in the order in which they are shown"),
});
export type HighlightList = z.output<typeof HighlightList>;

function areTags(list: readonly string[]): boolean {
  return list.length <= MAX_TAGS && list.every(isTag);
}

const uniqueTags = z.array(tag).refine((list) => new Set(list).size === list.length, "a tag twice");

/** `PUT /api/v1/highlights/tags` */
export const TagChoicesBody = z
  .strictObject({ muted: uniqueTags, pinned: uniqueTags })
  .refine(
    ({ muted, pinned }) => muted.length + pinned.length <= MAX_TAGS,
    `more than ${MAX_TAGS} tags in all`,
  );

/** `GET /api/v1/highlights/tags` */
export const AccountTagChoices = z.strictObject({
  muted: z.array(tag).describe("Tags whose cards are not shown, also when they are pinned"),
  pinned: z.array(tag).describe("Tags whose cards come first"),
  updated_at: moment.nullable().describe("When they were last changed; null: never"),
});
export type AccountTagChoices = z.output<typeof AccountTagChoices>;
