/** What a text names: assets, exchanges and actors, each with the place where it stands. Pure. */
import { ASSETS, type GraphAsset } from "./asset-graph.ts";
import { KNOWN_WORDS } from "./corpus/known-words.ts";
import {
  ACTORS,
  type ActorKind,
  EXCHANGES,
  MARKET_WORDS,
  NAME_ENDINGS,
  NO_NAMES,
} from "./lists.ts";
import { Phrases, type Token, tokensOf } from "./tokens.ts";

export type Entity =
  /** `weight` from 0 to 1: how directly the text is about it. */
  | { kind: "asset"; id: string; weight: number }
  | { kind: "exchange"; id: string }
  | { kind: ActorKind; id: string };

/** A name, or a word that is none. */
export type Part = { token: Token; entity: Entity | undefined };

/** Weights of the ways in which a text can mean an asset. */
export const WEIGHTS = {
  name: 1,
  tickerWithSign: 1,
  ticker: 0.9,
  common: 0.9,
  issuer: 0.7,
  person: 0.4,
  linked: 0.3,
  /** The asset is a place, a unit or the other side of a pair: "on Solana", "in USDC", "against Bitcoin". */
  asPlace: 0.4,
} as const;

const PLACE_WORDS = new Set([
  "on",
  "auf",
  "على",
  "against",
  "versus",
  "vs",
  "gegen",
  "into",
  "مقابل",
]);
/** Behind these somebody is named. */
const NAME_BEFORE = new Set(
  "from at on against with by and between hits exploits sues charges bei von mit gegen und".split(
    " ",
  ),
);
const MOST_NAME_WORDS = 3;
/** Words on either side that make a market word a neighbour. */
const REACH = 4;

type Meaning =
  | { kind: "entity"; entity: Entity }
  | { kind: "common"; asset: GraphAsset }
  | { kind: "blocked" };

const PHRASES = phrases();
const TICKERS = new Map(ASSETS.map((asset) => [asset.symbol, asset]));

function phrases(): Phrases<Meaning> {
  const known = new Phrases<Meaning>();
  const add = (names: readonly string[], meaning: Meaning) => {
    for (const name of names) known.add(name, meaning);
  };
  for (const asset of ASSETS) {
    const as = (weight: number): Meaning => ({
      kind: "entity",
      entity: { kind: "asset", id: asset.symbol, weight },
    });
    add(asset.names, as(WEIGHTS.name));
    add(asset.issuers, as(WEIGHTS.issuer));
    add(asset.people, as(WEIGHTS.person));
    add(asset.linked, as(WEIGHTS.linked));
    add(asset.common, { kind: "common", asset });
    add(asset.blocked, { kind: "blocked" });
  }
  for (const [id, names] of Object.entries(EXCHANGES)) {
    add(names, { kind: "entity", entity: { kind: "exchange", id } });
  }
  for (const [id, { kind, names }] of Object.entries(ACTORS)) {
    add(names, { kind: "entity", entity: { kind, id } });
  }
  return known;
}

/** Splits a text into words and names. A name may stand for several entities: an issuer and its asset. */
export function partsOf(text: string): Part[] {
  const tokens = tokensOf(text);
  const context: Context = { text, tokens, isAllCapitals: isAllCapitals(tokens) };
  const parts: Part[] = [];
  let place = 0;
  while (place < tokens.length) {
    const { length, entities } = namesAt(context, place);
    const token = tokens[place];
    if (token === undefined) break;
    if (entities.length === 0) parts.push({ token, entity: undefined });
    for (const entity of entities) parts.push({ token, entity });
    place += length;
  }
  return parts;
}

type Context = { text: string; tokens: readonly Token[]; isAllCapitals: boolean };

function namesAt(context: Context, place: number): { length: number; entities: Entity[] } {
  const { tokens } = context;
  const found = PHRASES.at(tokens, place);
  const ticker = found === undefined ? tickerAt(context, place) : undefined;
  if (ticker !== undefined) return { length: 1, entities: [placed(ticker, context, place)] };
  if (found === undefined) return unknownNameAt(context, place) ?? { length: 1, entities: [] };
  if (found.values.some(({ kind }) => kind === "blocked")) {
    return { length: found.length, entities: [] };
  }
  const entities: Entity[] = [];
  for (const meaning of found.values) {
    if (meaning.kind === "entity" && isMeant(meaning.entity, found.length, tokens[place])) {
      entities.push(placed(meaning.entity, context, place));
    }
    if (meaning.kind === "common" && isCommonName(meaning.asset, context, place, found.length)) {
      const entity: Entity = { kind: "asset", id: meaning.asset.symbol, weight: WEIGHTS.common };
      entities.push(placed(entity, context, place));
    }
  }
  if (entities.length === 0) return tickerOrWord(context, place);
  return { length: found.length, entities };
}

function tickerOrWord(context: Context, place: number): { length: number; entities: Entity[] } {
  const ticker = tickerAt(context, place);
  return { length: 1, entities: ticker === undefined ? [] : [placed(ticker, context, place)] };
}

/** Short names of offices are capitals: `sec` is a second, and `eu` nothing. Longer ones begin with one. */
function isMeant(entity: Entity, length: number, token: Token | undefined): boolean {
  if (token === undefined || length > 1 || !/^[a-z]/.test(token.lower)) return true;
  if (entity.kind === "asset" || entity.kind === "macro") return true;
  if (entity.kind === "exchange" || token.lower.length > 4)
    return /^\p{Lu}|^dYdX/u.test(token.text);
  return token.text === token.text.toUpperCase() || /^(?:Fed|MiCA|Visa|Sony)$/.test(token.text);
}

/** A ticker counts with `$`, or in capitals beside a market word; in a headline of capitals alone, with `$` only. */
function tickerAt(context: Context, place: number): Entity | undefined {
  const { tokens, text, isAllCapitals: shouts } = context;
  const token = tokens[place];
  if (token === undefined) return undefined;
  const withSign = token.text.startsWith("$") ? TICKERS.get(token.text.slice(1)) : undefined;
  if (withSign !== undefined) {
    return { kind: "asset", id: withSign.symbol, weight: WEIGHTS.tickerWithSign };
  }
  const asset = TICKERS.get(token.text);
  if (asset === undefined || shouts) return undefined;
  const before = text.charAt(token.start - 1);
  const after = text.charAt(token.start + token.text.length);
  const isMarked = (before === "(" && after === ")") || before === "/" || after === "/";
  const isKnown = isMarked || tokens.some(({ lower }) => isNameOf(asset, lower));
  if (!isKnown && !isBesideMarket(context, place, asset)) return undefined;
  return { kind: "asset", id: asset.symbol, weight: WEIGHTS.ticker };
}

function isNameOf({ names, common }: GraphAsset, word: string): boolean {
  return names.includes(word) || common.includes(word);
}

function isBesideMarket({ tokens }: Context, place: number, asset: GraphAsset): boolean {
  for (let near = Math.max(0, place - REACH); near <= place + REACH; near += 1) {
    const other = tokens[near];
    if (other === undefined || near === place) continue;
    if (MARKET_WORDS.has(other.lower) || isNameOf(asset, other.lower)) return true;
    if (other.text !== asset.symbol && TICKERS.has(other.text)) return true;
    const meanings = PHRASES.at(tokens, near)?.values ?? [];
    const isMarketName = (meaning: Meaning) =>
      meaning.kind === "entity" && /^(?:asset|exchange)$/.test(meaning.entity.kind);
    if (meanings.some(isMarketName)) return true;
  }
  return false;
}

function isCommonName(asset: GraphAsset, context: Context, place: number, length: number): boolean {
  const { tokens } = context;
  const token = tokens[place];
  if (token === undefined || !/^\p{Lu}/u.test(token.text)) return false;
  const isNamedElsewhere = tokens.some(
    ({ text }, other) => (other < place || other >= place + length) && text === asset.symbol,
  );
  return isNamedElsewhere || isBesideMarket(context, place, asset);
}

/** "on Solana", "in USDC" and "/USDT" say where and in what, when the text is about something else. */
function placed(entity: Entity, { tokens, text }: Context, place: number): Entity {
  if (entity.kind !== "asset") return entity;
  const before = tokens[place - 1]?.lower ?? "";
  const isStable = TICKERS.get(entity.id)?.stable === true;
  const isUnit = isStable && (before === "in" || /^\p{N}|^(?:million|billion|m|bn)$/u.test(before));
  const isOtherSide = text.charAt((tokens[place]?.start ?? 0) - 1) === "/";
  const isPlace = PLACE_WORDS.has(before) || isUnit || isOtherSide;
  return isPlace ? { ...entity, weight: Math.min(entity.weight, WEIGHTS.asPlace) } : entity;
}

/**
 * Somebody whom no list has: capitalised words before one that says what they are ("Halden Exchange"), or unknown ones where a subject
 * stands ("Corvid hacked", "stolen from Corvid").
 */
function unknownNameAt(
  { tokens, isAllCapitals: shouts }: Context,
  place: number,
): { length: number; entities: Entity[] } | undefined {
  if (shouts) return undefined;
  const words: string[] = [];
  for (let next = place; words.length < MOST_NAME_WORDS; next += 1) {
    const token = tokens[next];
    if (token === undefined || !/^\p{Lu}[\p{L}\p{N}]+$/u.test(token.text)) break;
    if (TICKERS.has(token.text) || PHRASES.at(tokens, next) !== undefined) break;
    const ending = NAME_ENDINGS[token.lower];
    if (ending !== undefined && words.length > 0) {
      const kind = ending === "exchange" ? "exchange" : "company";
      return { length: words.length + 1, entities: [{ kind, id: words.join("-") }] };
    }
    if (NO_NAMES.has(token.lower) || MARKET_WORDS.has(token.lower)) break;
    words.push(token.lower);
  }
  const isSubject = place === 0 || NAME_BEFORE.has(tokens[place - 1]?.lower ?? "");
  const first = words.findIndex((word) => KNOWN_WORDS.has(word) || word.length < 3);
  const name = first === -1 ? words.slice(0, 2) : words.slice(0, Math.min(first, 2));
  if (!isSubject || name.length === 0) return undefined;
  return { length: name.length, entities: [{ kind: "company", id: name.join("-") }] };
}

function isAllCapitals(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text }) => /\p{Lu}|\p{Ll}/u.test(text));
  return words.length > 2 && words.every(({ text }) => text === text.toUpperCase());
}
