/**
 * What happens in the simulated world, and what is written of it. The truth is known to the evaluation only: no address of the
 * sandbox serves it. Times are Unix milliseconds.
 */
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";

export type StoryDirection = "negative" | "positive";

/** Something that happened, or a made-up report. */
export type StoryEvent = {
  id: string;
  type: CatalystType;
  direction: StoryDirection;
  /** Tickers; none: it concerns every market. */
  assets: readonly string[];
  at: number;
  /** False: a rumour that is denied later. */
  isTrue: boolean;
};

export const EFFECT_SHAPES = ["step", "ramp", "grind"] as const;
export type EffectShape = (typeof EFFECT_SHAPES)[number];

/** A part of a price's course that the model does not make. */
export type StoryEffect = {
  /** Null: the move has no cause. */
  eventId: string | null;
  market: string;
  shape: EffectShape;
  /** The price takes its share evenly from `from` to `to`; a step takes all of it at once. */
  from: number;
  to: number;
  /** Signed fraction of the price. */
  size: number;
};

/** A news item as a publisher puts it out. */
export type WireItem = {
  /** 16 hex digits. */
  id: string;
  /** `slug` of a publisher. */
  publisher: string;
  publishedAt: number;
  headline: string;
  summary: string;
};

export const ITEM_KINDS = ["report", "denial", "recap", "chatter", "homonym", "poison"] as const;
export type StoryItem = WireItem & {
  kind: (typeof ITEM_KINDS)[number];
  /** The event that it is about. */
  eventId: string | null;
  /** Tickers that it is about, known or not. */
  assets: readonly string[];
};

/** A UTC day. Items may be published on the next one. */
export type StoryDay = { events: StoryEvent[]; effects: StoryEffect[]; items: StoryItem[] };
