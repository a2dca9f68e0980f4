/** Drawings of a market: what they are, and how stored ones are read. Coordinates are numbers: they only become pixels. */
import { isRecord } from "#lib/protocol/is-record.ts";

/** Each with the number of points that place it. */
export const ANCHORS = {
  trend: 2,
  ray: 2,
  channel: 3,
  horizontal: 1,
  vertical: 1,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  text: 1,
} as const;

export type DrawingKind = keyof typeof ANCHORS;

export const DRAWING_KINDS = Object.keys(ANCHORS) as DrawingKind[];

/** Names, because the colours themselves follow the theme. */
export const DRAWING_COLOURS = ["blue", "amber", "violet", "teal", "up", "down", "grey"] as const;

export type DrawingColour = (typeof DRAWING_COLOURS)[number];

/** A point on the chart: the start of a bar in Unix milliseconds, and a price. */
export type Anchor = { time: number; price: number };

export type Drawing = {
  id: string;
  kind: DrawingKind;
  anchors: readonly Anchor[];
  colour: DrawingColour;
  /** Only texts have one. */
  text: string;
};

export const MAX_DRAWINGS = 200;
export const LONGEST_TEXT = 120;

/** `undefined` where it is no drawing. */
export function parseDrawing(stored: unknown): Drawing | undefined {
  if (!isRecord(stored)) return undefined;
  const { id, kind, anchors, colour, text = "" } = stored;
  const known = DRAWING_KINDS.find((one) => one === kind);
  const named = DRAWING_COLOURS.find((one) => one === colour);
  if (!known || !named || typeof id !== "string" || id === "") return undefined;
  if (typeof text !== "string" || text.length > LONGEST_TEXT) return undefined;
  if (!Array.isArray(anchors) || anchors.length !== ANCHORS[known]) return undefined;
  const points = anchors.flatMap(parseAnchor);
  if (points.length !== anchors.length) return undefined;
  return { id, kind: known, anchors: points, colour: named, text };
}

/** Valid ones only, each id once. */
export function parseDrawings(stored: unknown): readonly Drawing[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const byId = new Map(
    stored.flatMap((one) => parseDrawing(one) ?? []).map((one) => [one.id, one]),
  );
  return [...byId.values()].slice(0, MAX_DRAWINGS);
}

function parseAnchor(stored: unknown): Anchor[] {
  if (!isRecord(stored)) return [];
  const { time, price } = stored;
  const isTime = typeof time === "number" && Number.isSafeInteger(time);
  const isPrice = typeof price === "number" && Number.isFinite(price) && price > 0;
  return isTime && isPrice ? [{ time, price }] : [];
}
