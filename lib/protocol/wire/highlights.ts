/** Highlights: short cards made from catalysts (spec 3, "Highlights"), and which tags somebody mutes and pins. Times are ISO 8601. */
import { z } from "zod";
import {
  CATALYST_STATUSES,
  CATALYST_TYPES,
  SENTIMENT_DIRECTIONS,
  SERVICE_LOCALES,
} from "#lib/protocol/enumerations.ts";
import { isTag, MOST_HIGHLIGHTS, MOST_TAGS } from "#lib/protocol/highlights.ts";
import { catalystId } from "./catalysts.ts";
import { instant } from "./values.ts";

const moment = z.iso.datetime({ precision: 3 });
const asset = z.string().regex(/^[A-Z0-9]{2,12}$/);
const MOST_ASKED = 50;

export const Highlight = z
  .strictObject({
    catalyst_id: catalystId,
    type: z.enum(CATALYST_TYPES),
    status: z.enum(CATALYST_STATUSES).exclude(["merged"]),
    direction: z.enum(SENTIMENT_DIRECTIONS),
    confidence: z.number().min(0).max(1),
    magnitude: z.int().min(2).max(5),
    text: z.string().describe("Written by the service, in the language that was asked for"),
    headline: z.string().max(500).describe("Written by the source: show it as text"),
    assets: z.array(z.string()),
    simulated: z.boolean(),
    pinned: z.boolean().describe("One of its tags is pinned by the question"),
    first_seen_at: moment,
    counted_from: moment.describe("When it was first seen, or last changed its direction"),
    expires_at: moment,
    matters: z
      .array(z.string())
      .describe("Cards with a common one tell of one matter; at most two of them are answered"),
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
    .describe("The answer is what the service would have said then; without it, now"),
  mute: tags.describe("Tags with commas between them: cards that have one of them are left out"),
  pin: tags.describe("Tags with commas between them: cards that have one of them come first"),
  limit: z.coerce.number().int().min(1).max(MOST_ASKED).default(MOST_HIGHLIGHTS),
});
export const HighlightList = z.strictObject({
  known_at: moment,
  results: z.array(Highlight).describe("In the order in which they are shown"),
});
export type HighlightList = z.output<typeof HighlightList>;

function areTags(list: readonly string[]): boolean {
  return list.length <= MOST_TAGS && list.every(isTag);
}

const uniqueTags = z.array(tag).refine((list) => new Set(list).size === list.length, "a tag twice");

/** `PUT /api/v1/highlights/tags` */
export const TagChoicesBody = z
  .strictObject({ muted: uniqueTags, pinned: uniqueTags })
  .refine(
    ({ muted, pinned }) => muted.length + pinned.length <= MOST_TAGS,
    `more than ${MOST_TAGS} tags in all`,
  );

/** `GET /api/v1/highlights/tags` */
export const AccountTagChoices = z.strictObject({
  muted: z.array(tag).describe("Cards that have one of them are not shown, also when pinned"),
  pinned: z.array(tag).describe("Cards that have one of them come first"),
  updated_at: moment.nullable().describe("Null: the account has never chosen"),
});
export type AccountTagChoices = z.output<typeof AccountTagChoices>;
