/** Classifies items of news from a JSONL file, with the rules and weights of the service. */
import { z } from "zod";
import { ASSET_THRESHOLD, readNews } from "#lib/catalysts/news/reading/read-news.ts";
import {
  CATALYST_TYPES,
  type NewsRole,
  SENTIMENT_DIRECTIONS,
} from "#lib/protocol/market-knowledge.ts";

const Item = z.object({
  id: z.union([z.string().min(1), z.number()]),
  title: z.string().min(1),
  summary: z.string().nullish(),
  /** A date that JavaScript reads; days without a year count from it. */
  published_at: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), "is not a date")
    .nullish(),
  /** What a person says that the item is. */
  label: z
    .object({
      type: z.enum([...CATALYST_TYPES, "none"]),
      direction: z.enum(SENTIMENT_DIRECTIONS).nullish(),
      assets: z.array(z.string()).default([]),
      /** False where a fair second reading exists: it is not judged. */
      certain: z.boolean().default(true),
    })
    .optional(),
});
export type Item = z.infer<typeof Item>;

/** Stands for the day of an item without one, so that the same file always gives the same result. */
const DAY_WITHOUT_DATE = Date.UTC(2025, 0, 1);

/**
 * @param text one JSON object a line: `id`, `title`, and if known `summary` and `published_at`; other fields are ignored
 * @throws Error that names the line and the field
 */
export function parseItems(text: string): Item[] {
  const lines = text.trim().split("\n");
  if (lines.length === 1 && lines[0] === "") throw new Error("the file has no items");
  return lines.map((line, index) => parseItem(line, index + 1));
}

function parseItem(line: string, number: number): Item {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${number}: not JSON`);
  }
  const { data, error } = Item.safeParse(value);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim());
  throw new Error(`line ${number}: ${problems.join("; ")}`);
}

export type Classified = {
  id: Item["id"];
  /** `none`: no event, or a denial. */
  type: (typeof CATALYST_TYPES)[number] | "none";
  direction: (typeof SENTIMENT_DIRECTIONS)[number] | null;
  assets: string[];
  score: number;
  role: NewsRole;
};

export function classifyItem({ id, title, summary, published_at }: Item): Classified {
  const day = published_at ? Date.parse(published_at) : DAY_WITHOUT_DATE;
  const news = readNews({ headline: title, summary: summary ?? "" }, day);
  const { type, typeScore, role, sentiment, assets } = news;
  const isEvent = type !== null && role !== "denial";
  return {
    id,
    type: isEvent ? type : "none",
    direction: isEvent ? sentiment.direction : null,
    assets: assets.filter(({ weight }) => weight >= ASSET_THRESHOLD).map(({ asset }) => asset),
    score: typeScore,
    role,
  };
}
