/** Finds parts of the documents by words as people type them: beginnings, small mistakes, and other names of the same thing. */
import "server-only";
import MiniSearch, { type Query } from "minisearch";
import { type DocPage, docPages } from "./documents.ts";

/** A page of the reference is searched like a document. */
export type SearchedPage = Pick<DocPage, "slug" | "title" | "sections">;

export type DocMatch = {
  slug: string;
  page: string;
  anchor: string;
  title: string;
  /** The text around the first word. */
  excerpt: string;
};

export type DocSearch = {
  /** The best first; none for a query without words. */
  matches: DocMatch[];
  /** Whether each match has all words. Otherwise no section has them all, and each has most of them. */
  hasAll: boolean;
};

/** Characters of a query; longer queries are cut. */
const MAX_CHARACTERS = 100;
const MAX_MATCHES = 30;
const EXCERPT = 160;

/** Words of questions that say nothing of their subject. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an and are can do does for from get how i if in is it my of on or should the this to use what when where which why with you".split(
    " ",
  ),
);

/** What others call what the documents call by another name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  apikey: ["key"],
  bearer: ["authorization", "token"],
  candle: ["kline", "bar"],
  candles: ["kline", "bars"],
  changelog: ["versions", "changes"],
  deposit: ["transfer"],
  idempotency: ["client_id", "idempotent", "reference"],
  idempotent: ["client_id", "reference"],
  leverage: ["margin"],
  ohlcv: ["kline", "bars"],
  paging: ["cursor", "page"],
  pagination: ["cursor", "page"],
  quota: ["limits"],
  ratelimit: ["limits"],
  roll: ["rotate", "replace"],
  rotate: ["rotates", "replace", "rotation"],
  sandbox: ["simulated"],
  sdk: ["client", "python", "typescript"],
  sse: ["stream"],
  testnet: ["simulated", "sandbox"],
  throttling: ["limits"],
  websocket: ["stream", "events"],
  websockets: ["stream", "events"],
};

type Entry = DocMatch & { id: number; text: string };
type Index = { name: string; search: MiniSearch<Entry>; entries: readonly Entry[] };

let index: Index | undefined;

/** @param others pages beside the documents */
export async function searchDocs(
  query: string,
  others: readonly SearchedPage[] = [],
): Promise<DocSearch> {
  const words = wordsOf(query.slice(0, MAX_CHARACTERS));
  const asked = words.some(isTelling) ? words.filter(isTelling) : words;
  if (asked.length === 0) return { matches: [], hasAll: true };
  const { search, entries } = indexOf([...(await docPages()), ...others]);
  const each: Query[] = asked.map((word) => ({
    combineWith: "OR",
    queries: [word, ...(SYNONYMS[word] ?? [])],
  }));
  const all = search.search({ combineWith: "AND", queries: each });
  const found =
    all.length > 0
      ? all
      : search
          .search({ combineWith: "OR", queries: each })
          .filter(({ queryTerms }) => isMost(asked, queryTerms));
  const matches = found.slice(0, MAX_MATCHES).flatMap(({ id, terms }) => {
    const entry = entries[id as number];
    return entry === undefined ? [] : [{ ...shown(entry), excerpt: excerptOf(entry.text, terms) }];
  });
  return { matches, hasAll: all.length > 0 };
}

/** More than half of the words, each by itself or by another name. */
function isMost(asked: readonly string[], found: readonly string[]): boolean {
  const has = (word: string) =>
    [word, ...(SYNONYMS[word] ?? [])].some((one) => found.includes(one));
  return asked.filter(has).length * 2 > asked.length;
}

const isTelling = (word: string) => !EMPTY_WORDS.has(word);

/** Names such as `X-Svc-Signature` and `place_order` stay whole, and are found by their parts as well. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .map((word) => word.replaceAll(/^[-_]+|[-_]+$/g, ""))
    .filter((word) => word !== "");
}

function indexedWords(text: string): string[] {
  return wordsOf(text).flatMap((word) =>
    /[-_]/.test(word) ? [word, ...word.split(/[-_]+/)] : word,
  );
}

/** The pages change only with the service, and the reference of the venue with the venue. */
function indexOf(pages: readonly SearchedPage[]): Index {
  const name = pages.map(({ slug, sections }) => `${slug} ${sections.length}`).join();
  if (index?.name === name) return index;
  const entries = pages.flatMap((page) =>
    page.sections.map(({ anchor, title, text }) => ({
      slug: page.slug,
      page: page.title,
      anchor,
      title,
      text,
      excerpt: "",
    })),
  );
  const numbered = entries.map((entry, id) => ({ ...entry, id }));
  const search = new MiniSearch<Entry>({
    fields: ["title", "page", "text"],
    tokenize: indexedWords,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  search.addAll(numbered);
  index = { name, search, entries: numbered };
  return index;
}

function shown({ slug, page, anchor, title }: Entry): Omit<DocMatch, "excerpt"> {
  return { slug, page, anchor, title };
}

function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, " ");
  const lower = line.toLowerCase();
  const indexes = words.map((word) => lower.indexOf(word)).filter((found) => found >= 0);
  const first = indexes.length === 0 ? 0 : Math.min(...indexes);
  const start = first < EXCERPT / 2 ? 0 : line.lastIndexOf(" ", first - EXCERPT / 4) + 1;
  const end = start + EXCERPT;
  const part = line.slice(start, end);
  return `${start > 0 ? "… " : ""}${part.trim()}${end < line.length ? " …" : ""}`;
}
