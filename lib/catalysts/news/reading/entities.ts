/** Finds the assets, exchanges and actors in a text, each with its position. Pure. */
import { ASSETS, type GraphAsset } from "./asset-graph.ts";
import { KNOWN_WORDS } from "./known-words.ts";
import {
  ACTORS,
  type ActorKind,
  EXCHANGES,
  MARKET_WORDS,
  NAME_ENDINGS,
  NO_NAMES,
} from "./lists.ts";
import { Phrases, tokenize, type WordToken } from "./tokens.ts";

export type Entity =
  /** `weight` from 0 to 1: how directly the text is about the asset. */
  | { kind: "asset"; id: string; weight: number }
  | { kind: "exchange"; id: string }
  | { kind: ActorKind; id: string };

/** A name, or a word that is not a name. */
export type TextPart = { token: WordToken; entity: Entity | undefined };

/** Weights of the ways in which a text can mention an asset. */
export const WEIGHTS = {
  name: 1,
  tickerWithSign: 1,
  ticker: 0.9,
  common: 0.9,
  issuer: 0.7,
  person: 0.4,
  linked: 0.3,
  /**
   * The asset is a place, a unit or the other side of a pair: "on Solana", "in USDC", "against
   * Bitcoin".
   */
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
/** Words that are usually followed by a name. */
const NAME_BEFORE = new Set(
  "from at on against with by and between hits exploits sues charges taps joins selects picks chooses integrates adopts onboards blocks fines probes bei von mit gegen und".split(
    " ",
  ),
);
const MAX_NAME_WORDS = 3;
/** How many words away a market word may be. */
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

/**
 * Splits a text into words and names. A name may mean several entities, such as an issuer and its
 * asset.
 */
export function splitParts(text: string): TextPart[] {
  const tokens = tokenize(text);
  const context: Context = { text, tokens, isAllCapitals: isAllCapitals(tokens) };
  const parts: TextPart[] = [];
  let index = 0;
  while (index < tokens.length) {
    const { length, entities } = namesAt(context, index);
    const token = tokens[index];
    if (token === undefined) break;
    if (entities.length === 0) parts.push({ token, entity: undefined });
    for (const entity of entities) parts.push({ token, entity });
    index += length;
  }
  return parts;
}

type Context = { text: string; tokens: readonly WordToken[]; isAllCapitals: boolean };

function namesAt(context: Context, index: number): { length: number; entities: Entity[] } {
  const { tokens } = context;
  const found = PHRASES.at(tokens, index);
  const ticker =
    found === undefined ? (tickerAt(context, index) ?? unknownTickerAt(context, index)) : undefined;
  if (ticker !== undefined) return { length: 1, entities: [placed(ticker, context, index)] };
  if (found === undefined) return unknownNameAt(context, index) ?? { length: 1, entities: [] };
  if (found.values.some(({ kind }) => kind === "blocked")) {
    return { length: found.length, entities: [] };
  }
  const entities: Entity[] = [];
  for (const meaning of found.values) {
    if (meaning.kind === "entity" && isMeant(meaning.entity, found.length, tokens[index])) {
      entities.push(placed(meaning.entity, context, index));
    }
    if (meaning.kind === "common" && isCommonName(meaning.asset, context, index, found.length)) {
      const entity: Entity = { kind: "asset", id: meaning.asset.symbol, weight: WEIGHTS.common };
      entities.push(placed(entity, context, index));
    }
  }
  if (entities.length === 0) return tickerOrWord(context, index);
  return { length: found.length, entities };
}

function tickerOrWord(context: Context, index: number): { length: number; entities: Entity[] } {
  const ticker = tickerAt(context, index);
  return { length: 1, entities: ticker === undefined ? [] : [placed(ticker, context, index)] };
}

/**
 * Short names of agencies must be in capitals, because `sec` is also a second. Longer names must be
 * capitalised.
 */
function isMeant(entity: Entity, length: number, token: WordToken | undefined): boolean {
  if (token === undefined || length > 1 || !/^[a-z]/.test(token.lower)) return true;
  if (entity.kind === "asset" || entity.kind === "macro") return true;
  if (entity.kind === "exchange" || token.lower.length > 4)
    return /^\p{Lu}|^dYdX/u.test(token.text);
  return token.text === token.text.toUpperCase() || /^(?:Fed|MiCA|Visa|Sony)$/.test(token.text);
}

/**
 * A ticker counts after `$`, or in capitals beside a market word. In a headline all in capitals,
 * only `$` counts.
 */
function tickerAt(context: Context, index: number): Entity | undefined {
  const { tokens, text, isAllCapitals: shouts } = context;
  const token = tokens[index];
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
  const isKnown =
    isMarked || isCurrency(tokens, index) || tokens.some(({ lower }) => isNameOf(asset, lower));
  if (!isKnown && !isBesideMarket(context, index, asset)) return undefined;
  return { kind: "asset", id: asset.symbol, weight: WEIGHTS.ticker };
}

const LOOKS_LIKE_TICKER = /^[A-Z][A-Z0-9]{0,9}$/u;
/** Capitals that are no asset. */
const ACRONYMS = new Set(
  "A I AI AML AMA API APY ATH ATM B2B CBDC CEO CFO COO CTO DAO DC DEX DEFI EEA ETF ETFS ETP ETPS EU EUR FAQ FED FUD GBP GDP HODL ICO ICOS ID IDO IEO IMF IPO IPOS IRS IT JPY KRW KYC LLC LP LTD MOU MVP NFT NFTS NY NYC OTC P2P PDF PR QA QR RPC RWA RWAS SA SDK SEC TBA TGE TLDR TPS TV TVL UAE UK UN UNIT UPDATE US USA USD UTC UX VC VCS VIP VS WEB ZK NEW NOW ALL NOT TOP HOT LIVE BREAKING JUST IN".split(
    " ",
  ),
);
const QUOTES = "(?:USDT|USDC|FDUSD|BUSD)";
const PAIR = new RegExp(`^([A-Z0-9]{2,10}?)${QUOTES}$`, "u");
const SLASH_PAIR = /^\/(?:USDT|USDC|FDUSD|BTC|ETH|BNB|USD1|USD|EUR|TRY|KRW|U)(?![A-Za-z])/u;
/** Words beside which capitals that no list has are an asset. */
const BEFORE_TICKER = /^(?:lists?|delists?|listing|delisting|adds?|tokens?|for|of)$/u;
const AFTER_TICKER = /^(?:tokens?|coins?|unlocks?|airdrops?|perpetuals?|holders)$/u;

/** The asset of a ticker that no list has: after `$`, in brackets behind a name, in a pair, or beside a word for it. */
function unknownTickerAt(context: Context, index: number): Entity | undefined {
  const { tokens, text, isAllCapitals: shouts } = context;
  const token = tokens[index];
  if (token === undefined) return undefined;
  const as = (id: string): Entity => ({ kind: "asset", id, weight: WEIGHTS.ticker });
  if (/^\$[A-Z][A-Z0-9]{1,9}$/u.test(token.text)) return as(token.text.slice(1));
  if (shouts || !LOOKS_LIKE_TICKER.test(token.text) || ACRONYMS.has(token.text)) return undefined;
  const before = text.charAt(token.start - 1);
  const behind = text.slice(token.start + token.text.length);
  const [, base] = PAIR.exec(token.text) ?? [];
  if (base !== undefined) return as(base);
  const [, inDollars = ""] = /^([A-Z0-9]{2,10})USD$/u.exec(token.text) ?? [];
  if (TICKERS.has(inDollars)) return as(inDollars);
  if (SLASH_PAIR.test(behind)) return as(token.text);
  if (!hasMarket(tokens)) return undefined;
  if (before === "(" && behind.startsWith(")")) {
    return isAbbreviation(context, index) ? undefined : as(token.text);
  }
  const isBeside =
    token.text.length >= 3 &&
    (AFTER_TICKER.test(tokens[index + 1]?.lower ?? "") ||
      (BEFORE_TICKER.test(tokens[index - 1]?.lower ?? "") && hasExchange(tokens)));
  return isBeside ? as(token.text) : undefined;
}

function hasMarket(tokens: readonly WordToken[]): boolean {
  return tokens.some(({ lower }) => MARKET_WORDS.has(lower)) || hasExchange(tokens);
}

function hasExchange(tokens: readonly WordToken[]): boolean {
  return tokens.some((_, index) =>
    PHRASES.at(tokens, index)?.values.some(
      (one) => one.kind === "entity" && one.entity.kind === "exchange",
    ),
  );
}

/** "Financial Conduct Authority (FCA)": the initials of the words before it. */
function isAbbreviation({ tokens }: Context, index: number): boolean {
  const letters = tokens[index]?.text ?? "";
  const words = tokens.slice(Math.max(0, index - letters.length - 2), index);
  const initials = words.map(({ text }) => text.charAt(0).toUpperCase()).join("");
  return letters.length > 2 && initials.endsWith(letters);
}

function isNameOf({ names, common }: GraphAsset, word: string): boolean {
  return names.includes(word) || common.includes(word);
}

function isBesideMarket({ tokens }: Context, index: number, asset: GraphAsset): boolean {
  for (let near = Math.max(0, index - REACH); near <= index + REACH; near += 1) {
    const other = tokens[near];
    if (other === undefined || near === index) continue;
    if (MARKET_WORDS.has(other.lower) || isNameOf(asset, other.lower)) return true;
    if (other.text !== asset.symbol && TICKERS.has(other.text)) return true;
    const meanings = PHRASES.at(tokens, near)?.values ?? [];
    const isMarketName = (meaning: Meaning) =>
      meaning.kind === "entity" && /^(?:asset|exchange)$/.test(meaning.entity.kind);
    if (meanings.some(isMarketName)) return true;
  }
  return false;
}

function isCommonName(asset: GraphAsset, context: Context, index: number, length: number): boolean {
  const { tokens } = context;
  const token = tokens[index];
  if (token === undefined || !/^\p{Lu}/u.test(token.text)) return false;
  const isNamedElsewhere = tokens.some(
    ({ text }, other) => (other < index || other >= index + length) && text === asset.symbol,
  );
  return isNamedElsewhere || isBesideMarket(context, index, asset);
}

/**
 * "on Solana", "in USDC" and "/USDT" name a place or a unit when the text is about something else.
 */
function placed(entity: Entity, { tokens, text }: Context, index: number): Entity {
  if (entity.kind !== "asset") return entity;
  const before = tokens[index - 1]?.lower ?? "";
  const isStable = TICKERS.get(entity.id)?.stable === true;
  const isUnit =
    (isStable && (before === "in" || isAmount(tokens, index - 1))) || isCurrency(tokens, index);
  const isOtherSide = text.charAt((tokens[index]?.start ?? 0) - 1) === "/";
  const isPlace =
    PLACE_WORDS.has(before) || isUnit || isOtherSide || describes({ tokens, text }, index);
  return isPlace ? { ...entity, weight: Math.min(entity.weight, WEIGHTS.asPlace) } : entity;
}

/** What "Bitcoin exchange" or "Ether bridge" is about is no asset. */
const KINDS_OF_PLACES = new Set(
  "exchange exchanges bridge casino poker lender atm atms site marketplace wallets börse".split(
    " ",
  ),
);

/** The asset says which: "Bitcoin exchange", "Bitcoin mining pool", "Optimism's Quixotic", "stolen Ether". */
function describes({ tokens, text }: Pick<Context, "tokens" | "text">, index: number): boolean {
  const [asset, next, afterNext] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (/^(?:stolen|gestohlene[rn]?|robados?)$/u.test(tokens[index - 1]?.lower ?? "")) return true;
  if (asset === undefined || next === undefined) return false;
  if (KINDS_OF_PLACES.has(next.lower)) return true;
  if (next.lower === "mining" && afterNext?.lower === "pool") return true;
  if (/^(?:and|und|y)$/u.test(next.lower) && describes({ tokens, text }, index + 2)) return true;
  const isOwner = /^['’]s\s$/u.test(text.slice(asset.start + asset.text.length).slice(0, 3));
  return isOwner && /^\p{Lu}\p{Ll}/u.test(next.text) && !KNOWN_WORDS.has(next.lower);
}

/**
 * True when the asset is the currency of an amount: "$185M in DAI and ETH", "1.2 million XRP",
 * "30,000 BTC". The assets of an unlock are its subject.
 */
function isCurrency(tokens: readonly WordToken[], index: number): boolean {
  if (tokens.some(({ lower }) => UNLOCKING.test(lower))) return false;
  let first = index;
  // In a list of currencies, the amount is before the first.
  while (isListed(tokens, first - 1)) first -= 1;
  while (LINKS.has(tokens[first - 1]?.lower ?? "")) first -= 1;
  return isAmount(tokens, first - 1);
}

const UNLOCKING = /^(?:unlock|vest|cliff|freigab|freigeschalt|فك|فتح)/u;
/** Words between an amount and its currency. */
const LINKS = new Set(
  "in of worth von an wert im stolen mainly mostly native lost بقيمة من".split(" "),
);
const AMOUNT_UNIT =
  /^(?:k|m|mn|mio|b|bn|mrd|thousand|millions?|billions?|tausend|millionen|milliarden?|مليون|ملايين|مليار|مليارات)$/u;

function isListed(tokens: readonly WordToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  // Includes tickers that the graph does not have, such as WBTC or stETH.
  if (/^(?:and|und|plus|و)$/u.test(token.lower) || /\p{Lu}{2}$/u.test(token.text)) return true;
  const meanings = PHRASES.at(tokens, index)?.values ?? [];
  return meanings.some((one) => one.kind === "entity" && one.entity.kind === "asset");
}

/**
 * True for a sum of money or coins. Years and small counts do not match: "11 Bitcoin ETFs" are
 * about Bitcoin.
 */
function isAmount(tokens: readonly WordToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (/^(?:dollars?|usd)$/u.test(token.lower)) return isAmount(tokens, index - 1);
  if (AMOUNT_UNIT.test(token.lower)) return /\p{N}/u.test(tokens[index - 1]?.lower ?? "");
  if (!/^[$€£]?\p{N}/u.test(token.lower)) return false;
  return /^[$€£]|[.,kmbno]|\p{N}{5}|^(?!19|20)\p{N}{4}$/u.test(token.lower);
}

/**
 * Finds names that no list has: capitalised words before a word that names their kind ("Halden
 * Exchange"), or unknown words in the place of a subject ("Corvid hacked", "stolen from Corvid").
 */
function unknownNameAt(
  { text, tokens, isAllCapitals: shouts }: Context,
  index: number,
): { length: number; entities: Entity[] } | undefined {
  if (shouts) return undefined;
  const words: string[] = [];
  for (let next = index; words.length < MAX_NAME_WORDS; next += 1) {
    const token = tokens[next];
    if (token === undefined || !/^\p{Lu}[\p{L}\p{N}]+$/u.test(token.text)) break;
    if (TICKERS.has(token.text) || PHRASES.at(tokens, next) !== undefined) break;
    if (next > index && text.charAt(token.start - 1) === "(") break;
    const ending = NAME_ENDINGS[token.lower];
    if (ending !== undefined && words.length > 0) {
      const kind = ending === "exchange" ? "exchange" : "company";
      return { length: words.length + 1, entities: [{ kind, id: words.join("-") }] };
    }
    if (NO_NAMES.has(token.lower) || MARKET_WORDS.has(token.lower)) break;
    words.push(token.lower);
  }
  const isSubject = index === 0 || NAME_BEFORE.has(tokens[index - 1]?.lower ?? "");
  const first = words.findIndex((word) => KNOWN_WORDS.has(word) || word.length < 3);
  const name = first === -1 ? words.slice(0, 2) : words.slice(0, Math.min(first, 2));
  if (!isSubject || name.length === 0) return undefined;
  return { length: name.length, entities: [{ kind: "company", id: name.join("-") }] };
}

function isAllCapitals(tokens: readonly WordToken[]): boolean {
  const words = tokens.filter(({ text }) => /\p{Lu}|\p{Ll}/u.test(text));
  return words.length > 2 && words.every(({ text }) => text === text.toUpperCase());
}
