/** Finds parts of the documents: all words must occur, and a word in a title weighs more. */
import "server-only";
import { type DocPage, type DocSection, docPages } from "./documents.ts";

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

/** Characters of a query; longer queries are cut. */
const MAX_CHARACTERS = 100;
const MAX_MATCHES = 30;
const EXCERPT = 160;
const TITLE_WEIGHT = 10;
const PAGE_WEIGHT = 5;

/**
 * @param others pages beside the documents
 * @returns the best first; none for a query without words
 */
export async function searchDocs(
  query: string,
  others: readonly SearchedPage[] = [],
): Promise<DocMatch[]> {
  const words = query
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_./-]+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const pages: readonly SearchedPage[] = [...(await docPages()), ...others];
  const found = pages.flatMap((page) =>
    page.sections.map((section) => ({ page, section, score: scoreOf(page, section, words) })),
  );
  return found
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_MATCHES)
    .map(({ page, section }) => ({
      slug: page.slug,
      page: page.title,
      anchor: section.anchor,
      title: section.title,
      excerpt: excerptOf(section.text, words),
    }));
}

function scoreOf(page: SearchedPage, section: DocSection, words: readonly string[]): number {
  const title = section.title.toLowerCase();
  const text = section.text.toLowerCase();
  const ofPage = page.title.toLowerCase();
  let score = 0;
  for (const word of words) {
    const here = (title.includes(word) ? TITLE_WEIGHT : 0) + Math.min(3, countOf(text, word));
    if (here === 0) return 0;
    score += here + (ofPage.includes(word) ? PAGE_WEIGHT : 0);
  }
  return score;
}

function countOf(text: string, word: string): number {
  return text.split(word).length - 1;
}

function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, " ");
  const lower = line.toLowerCase();
  const indexes = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const first = indexes.length === 0 ? 0 : Math.min(...indexes);
  const start = first < EXCERPT / 2 ? 0 : line.lastIndexOf(" ", first - EXCERPT / 4) + 1;
  const end = start + EXCERPT;
  const shown = line.slice(start, end);
  return `${start > 0 ? "… " : ""}${shown.trim()}${end < line.length ? " …" : ""}`;
}
