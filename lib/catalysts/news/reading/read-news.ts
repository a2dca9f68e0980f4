/**
 * Classifies an item: entities, role, type, sentiment, and the details that separate its story from
 * others. The result depends only on its text and day, by rules, lists and weights whose hash is
 * stored with it.
 */
import { createHash } from "node:crypto";
import type { NewsAsset, NewsDetails } from "#lib/catalysts/schema/news.ts";
import {
  CATALYST_TYPES,
  type CatalystType,
  type NewsRole,
} from "#lib/protocol/market-knowledge.ts";
import { ASSETS, findCap } from "./asset-graph.ts";
import { canonicalWords } from "./canonical-words.ts";
import { findAmounts, findDays } from "./details.ts";
import { splitParts, type TextPart, WEIGHTS } from "./entities.ts";
import { IDF } from "./idf.ts";
import { KNOWN_WORDS } from "./known-words.ts";
import { ACTORS, EXCHANGES, MARKET_WORDS, NAME_ENDINGS } from "./lists.ts";
import { computeProbabilities, MODEL } from "./ngram-model.ts";
import { classifyRole } from "./role.ts";
import { SAMENESS } from "./same-story-limits.ts";
import {
  CRIMINAL,
  classifySentiment,
  LEXICON,
  OPEN_STEP,
  type Sentiment,
  TURNS_LAST,
  TURNS_NEXT,
} from "./sentiment.ts";
import { computeSimhash, formatHex } from "./simhash.ts";
import { SOLICITATION, solicits } from "./solicitation.ts";
import { ACTIONS, storyWords } from "./story-words.ts";
import { tokenize } from "./tokens.ts";
import { AWAITED, type HeadlineText, NO_EVENT, reportsNothing } from "./type-rules/no-event.ts";
import { CRYPTO, phrase } from "./type-rules/vocabulary.ts";
import { TYPE_RULES } from "./type-rules.ts";

/** Increase it when changed code gives other results with the same lists. */
const VERSION = 4;
/** Below this score an item is not an event. */
export const TYPE_THRESHOLD = 0.6;
/** From this weight an item is about an asset. */
export const ASSET_THRESHOLD = 0.5;
/** The weight of a name in the summary, when the headline has names and when it has none. */
const SUMMARY_WEIGHT = { beside: 0.45, alone: 0.6 };
/** The share of the rules in the score when rules of several types fit; the model has the rest. */
const RULE_SHARE = 0.8;
/** What the model's share counts where no rule fits: alone it makes an event only where it is all but certain. */
const MODEL_SHARE = 0.62;
/** What is left of a score when the headline has a form that reports no event. */
const NO_EVENT_SHARE = 0.5;
/** These are events only in the field of crypto assets. */
const NEEDS_CRYPTO: ReadonlySet<CatalystType> = new Set(["hack", "regulatory"]);
const ABOUT_CRYPTO = phrase(`${CRYPTO}|\\p{L}+(?:chain|coin|swap|dao)`);
/** "Nasdaq-listed" lists nothing, and what happens at a Solana-based lender does not happen to Solana. */
const COMPOUND =
  /(?<!\p{L})\p{L}[\p{L}\p{N}.]*-(?:listed|based|backed|linked|focused|led|owned|regulated|hosted|friendly|related|style)(?!\p{L})/giu;
/** What stands behind these words was reported before, or has not happened yet. */
const BACKGROUND = /\s(?:amid|despite|ahead of|inmitten|trotz|en medio de|pese a)\s/u;

/** Everything that decides how an item is classified and grouped, except code. */
const DECIDING = {
  version: VERSION,
  assets: ASSETS,
  exchanges: EXCHANGES,
  actors: ACTORS,
  marketWords: [...MARKET_WORDS],
  endings: NAME_ENDINGS,
  knownWords: [...KNOWN_WORDS],
  weights: WEIGHTS,
  rules: TYPE_RULES,
  noEvent: NO_EVENT,
  lexicon: LEXICON,
  turns: [TURNS_NEXT, TURNS_LAST, CRIMINAL, OPEN_STEP],
  solicitation: SOLICITATION,
  actions: ACTIONS,
  model: MODEL,
  frequencies: [...IDF],
  summary: SUMMARY_WEIGHT,
  shares: [RULE_SHARE, MODEL_SHARE, NO_EVENT_SHARE],
  context: [[...NEEDS_CRYPTO], ABOUT_CRYPTO, COMPOUND, BACKGROUND],
  thresholds: [TYPE_THRESHOLD, ASSET_THRESHOLD],
  sameness: SAMENESS,
};

/** SHA-256 of this data, in hex. */
export const READER = createHash("sha256")
  .update(
    JSON.stringify(DECIDING, (_, value: unknown) =>
      value instanceof RegExp ? value.source : value,
    ),
  )
  .digest("hex");

export type Classification = {
  role: NewsRole;
  /** Null: the item is not an event. */
  type: CatalystType | null;
  /** The score of the likeliest type, from 0 to 1. */
  typeScore: number;
  sentiment: Sentiment;
  /** The most direct first. */
  assets: NewsAsset[];
  details: NewsDetails;
  /** 16 hex digits. */
  simhash: string;
  /** The words by which stories are compared. */
  words: string[];
};

/** @param now Unix milliseconds, for days without a year */
export function readNews(
  { headline, summary }: { headline: string; summary: string },
  now: number,
): Classification {
  const parts = splitParts(headline);
  const below = splitParts(summary);
  const typed = typedText(headline, summary);
  const { words, canonical, plain } = typed;
  const role = classifyRole(words, (clause) => rulesThatFit(clause).size > 0);
  const text = `${headline} ${summary}`;
  const likeliest = typeOf(typed);
  const isEvent = role !== "recap" && likeliest.score >= TYPE_THRESHOLD && !solicits(text);
  const type = isEvent ? likeliest.type : null;
  return {
    role,
    type,
    typeScore: likeliest.score,
    sentiment: classifySentiment({ type, role, canonical, plain, headline }),
    assets: assetsOf(parts, below, type),
    details: {
      exchanges: namesOf(parts, below, (kind) => kind === "exchange"),
      amounts: findAmounts(headline).concat(findAmounts(summary)).slice(0, 4),
      days: findDays(text, now),
      actors: namesOf(parts, below, (kind) => kind !== "exchange" && kind !== "asset"),
    },
    simhash: formatHex(computeSimhash(tokenize(text).map(({ lower }) => lower))),
    words: storyWords(parts),
  };
}

/** The likeliest type, and how likely the item is an event at all. */
function typeOf(text: TypedText): { type: CatalystType; score: number } {
  let best: { type: CatalystType; score: number } = { type: "listing", score: 0 };
  for (const [type, score] of scoreTypes(text)) {
    if (score > best.score) best = { type, score };
  }
  return { type: best.type, score: Math.round(best.score * 1_000) / 1_000 };
}

export type TypedText = HeadlineText & {
  /** Canonical words of the headline. */
  words: readonly string[];
  /** Headline and summary, by which the field is known. */
  context: string;
};

export function typedText(headline: string, summary: string): TypedText {
  const bare = headline.replace(COMPOUND, " ");
  const words = canonicalWords(splitParts(bare));
  const canonical = words.join(" ");
  const plain = plainWords(bare);
  const context = [canonical, plainWords(`${headline} ${summary}`)].join(" ");
  return { headline, words, canonical, plain, context };
}

/** The score of every type, from 0 to 1. The summary also tells of earlier events, so it shows no type. */
export function scoreTypes(text: TypedText): [type: CatalystType, score: number][] {
  const [main = ""] = text.canonical.split(BACKGROUND);
  const rules = rulesThatFit(main);
  const shares = computeProbabilities(text.words);
  return CATALYST_TYPES.map((type) => [
    type,
    combined(rules.get(type), shares[type], rules.size) * discount(text, type),
  ]);
}

/** Whether the headline without its summary shows an event of this type. */
export function isShownByHeadline(headline: string, type: CatalystType): boolean {
  const scores = scoreTypes(typedText(headline, ""));
  return scores.some(([one, score]) => one === type && score >= TYPE_THRESHOLD);
}

function plainWords(text: string): string {
  return tokenize(text)
    .map(({ lower }) => lower)
    .join(" ");
}

function rulesThatFit(text: string): Map<CatalystType, number> {
  const found = new Map<CatalystType, number>();
  for (const { type, score, pattern } of TYPE_RULES) {
    if (score > (found.get(type) ?? 0) && pattern.test(text)) found.set(type, score);
  }
  return found;
}

function combined(rule: number | undefined, share: number, fitting: number): number {
  if (rule === undefined) return share * MODEL_SHARE;
  return fitting === 1 ? rule : rule * (RULE_SHARE + (1 - RULE_SHARE) * share);
}

/** What the form of the headline, and the field that it is about, leave of a score. */
function discount(text: TypedText, type: CatalystType): number {
  if (reportsNothing(text, type)) return NO_EVENT_SHARE;
  const isAwaited = (type === "macro" || type === "regulatory") && AWAITED.test(text.canonical);
  const hasLoot = type === "hack" && text.canonical.includes("#amount");
  const isElsewhere = NEEDS_CRYPTO.has(type) && !hasLoot && !ABOUT_CRYPTO.test(text.context);
  return (isAwaited ? 0.6 : 1) * (isElsewhere ? 0.5 : 1);
}

function assetsOf(
  parts: readonly TextPart[],
  below: readonly TextPart[],
  type: CatalystType | null,
): NewsAsset[] {
  const weights = new Map<string, number>();
  const note = (all: readonly TextPart[], factor: number) => {
    for (const { entity } of all) {
      if (entity?.kind !== "asset") continue;
      const weight = Math.round(entity.weight * factor * 100) / 100;
      if (weight > (weights.get(entity.id) ?? 0)) weights.set(entity.id, weight);
    }
  };
  note(parts, 1);
  const isNamed = [...weights.values()].some((weight) => weight >= ASSET_THRESHOLD);
  const inSummary = new Set(
    below.flatMap(({ entity }) =>
      entity?.kind === "asset" && entity.weight > ASSET_THRESHOLD ? [entity.id] : [],
    ),
  );
  // A notice of an exchange names its markets there; any other list of assets is background.
  const isSubject = !isNamed && (type === "listing" || inSummary.size === 1);
  // In prose, capitals in brackets are as often a company.
  const known = below.filter(
    ({ entity }) =>
      entity?.kind !== "asset" || type === "listing" || findCap(entity.id) !== undefined,
  );
  note(known, isSubject ? SUMMARY_WEIGHT.alone : SUMMARY_WEIGHT.beside);
  return [...weights]
    .map(([asset, weight]) => ({ asset, weight }))
    .toSorted((one, other) => other.weight - one.weight || (one.asset < other.asset ? -1 : 1));
}

/** The names in the headline, or in the summary when the headline has none. */
function namesOf(
  parts: readonly TextPart[],
  below: readonly TextPart[],
  isWanted: (kind: string) => boolean,
): string[] {
  const named = (all: readonly TextPart[]) =>
    all.flatMap(({ entity }) => (entity !== undefined && isWanted(entity.kind) ? [entity.id] : []));
  const first = named(parts);
  return [...new Set(first.length > 0 ? first : named(below))].slice(0, 6);
}
