/** The kinds of events, and which of them an asset can have. */
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import { OTHERS, TRADED } from "./cast.ts";
import { HACK } from "./texts/hack.ts";
import type { KindTexts } from "./texts/kind-texts.ts";
import { DELISTING, LISTING } from "./texts/listing.ts";
import { EASIER, TIGHTER } from "./texts/macro.ts";
import { PARTNERSHIP } from "./texts/partnership.ts";
import { APPROVAL, CRACKDOWN } from "./texts/regulatory.ts";
import { UNLOCK } from "./texts/unlock.ts";

const TURNS = [...TRADED, ...OTHERS].map(({ ticker }) => ticker);

export const MACRO_KINDS: readonly KindTexts[] = [TIGHTER, EASIER];

const OF_ASSETS: readonly KindTexts[] = [
  HACK,
  LISTING,
  DELISTING,
  CRACKDOWN,
  APPROVAL,
  PARTNERSHIP,
  UNLOCK,
];

/** Every exchange has Bitcoin, and it has no unlocks. */
const OF_BITCOIN = OF_ASSETS.filter(({ type }) => type !== "listing" && type !== "unlock");

function kindsOf(ticker: string): readonly KindTexts[] {
  return ticker === "BTC" ? OF_BITCOIN : OF_ASSETS;
}

/** The same matter does not come again for so many days: two equal ones would be one story for every reader. */
const REST_DAYS = 3;

/** What can happen to an asset on a day: a type comes back after three days. */
export function kindsOn(ticker: string, day: number): readonly KindTexts[] {
  const kinds = kindsOf(ticker);
  const types = [...new Set(kinds.map(({ type }) => type))];
  const turn = day + TURNS.indexOf(ticker);
  return kinds.filter(({ type }) => (types.indexOf(type) + turn) % REST_DAYS === 0);
}

/** Which matters of macro events can happen on a day. */
export function macroMattersOn(kind: KindTexts, day: number): KindTexts["matters"] {
  return kind.matters.filter((_, index) => (index + day) % REST_DAYS === 0);
}

/** The kind of a type; without a direction the usual one. */
export function kindOf(type: CatalystType, direction?: string): KindTexts | undefined {
  return [...OF_ASSETS, ...MACRO_KINDS].find(
    (kind) => kind.type === type && (direction === undefined || kind.direction === direction),
  );
}

const HELD_OUT = 4;

/** Development seeds do not see every fourth text, so that weights are not tuned on the phrases of the others. */
export function templatesFor<Text>(texts: readonly Text[], isDevelopment: boolean): Text[] {
  return texts.filter((_, index) => !isDevelopment || index % HELD_OUT !== HELD_OUT - 1);
}
