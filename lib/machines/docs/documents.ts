/**
 * The documents of `docs/api`, read once: the pages at `/docs`, with the programs, the vectors and the client packages. Addresses of this installation
 * stand where the documents have `{base_url}`, `{venue_url}` and `{sandbox_url}`, the last one where there is a sandbox.
 */
import "server-only";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import { config } from "#lib/platform/config/config.ts";

/** A part of a page that has a heading of its own. */
export type DocSection = {
  /** The fragment of its address; empty for the start of the page. */
  anchor: string;
  title: string;
  depth: number;
  /** As plain text, for the search. */
  text: string;
};

export type DocPage = {
  /** `/docs/{slug}` */
  slug: string;
  /** Path below `docs/api`. */
  file: string;
  title: string;
  /** The first sentence. */
  summary: string;
  markdown: string;
  tokens: readonly Token[];
  sections: readonly DocSection[];
};

/** The order in which a newcomer needs them; others follow by name. */
const ORDER = ["README", "streams", "bot", "mcp-keys", "mcp", "oauth", "webhooks", "swaps"];
/** The document about the venue is also the folder's index. */
const VENUE_SLUG = "venue";
/** Folders whose files are served, by their path in an address and in this repository. */
const FOLDERS: Readonly<Record<string, string>> = {
  ccxt: "docs/api/ccxt",
  javascript: "docs/api/javascript",
  vectors: "docs/api/vectors",
  "clients/typescript": "clients/typescript",
  "clients/typescript/src": "clients/typescript/src",
  "clients/python": "clients/python",
  "clients/python/svc_client": "clients/python/svc_client",
};
const PAGE_FILE = /^([\w-]+)\.md$/;
const TEST_FILE = /\.test\.ts$/;

/** `files`: where each is, by its path in an address; null for a page. */
type Library = { pages: readonly DocPage[]; files: ReadonlyMap<string, string | null> };

const folder = () => join(process.cwd(), "docs", "api");
let library: Promise<Library> | undefined;

/** All pages, in their order. */
export async function docPages(): Promise<readonly DocPage[]> {
  return (await opened()).pages;
}

/** @returns undefined for an unknown name */
export async function docPage(slug: string): Promise<DocPage | undefined> {
  return (await docPages()).find((page) => page.slug === slug);
}

/** Paths of all documents, programs and vectors, as addresses have them. */
export async function docFiles(): Promise<ReadonlySet<string>> {
  return new Set((await opened()).files.keys());
}

/** A page as Markdown, or a program. @returns undefined for what is not one of these files */
export async function docFile(path: string): Promise<string | undefined> {
  const { pages, files } = await opened();
  const page = pages.find(({ file }) => file === path);
  if (page !== undefined) return page.markdown;
  const file = files.get(path);
  return typeof file === "string" ? await readFile(file, "utf8") : undefined;
}

/** The slug of a page by its file, such as `bot.md`. */
export function slugOf(file: string): string | undefined {
  const name = PAGE_FILE.exec(file)?.[1];
  return name === "README" ? VENUE_SLUG : name;
}

function opened(): Promise<Library> {
  library ??= open().catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

async function open(): Promise<Library> {
  const names = (await readdir(folder())).filter((name) => PAGE_FILE.test(name));
  const pages = await Promise.all(names.toSorted(byOrder).map(readPage));
  const lists = await Promise.all(
    Object.entries(FOLDERS).map(async ([name, path]) => {
      const inside = await readdir(join(process.cwd(), path));
      const shown = inside.filter((file) => /\.\w+$/.test(file) && !TEST_FILE.test(file));
      return shown.map((file) => [`${name}/${file}`, join(process.cwd(), path, file)] as const);
    }),
  );
  const ofPages = names.map((name) => [name, null] as const);
  return { pages, files: new Map<string, string | null>([...ofPages, ...lists.flat()]) };
}

function byOrder(one: string, other: string): number {
  const position = (name: string) => {
    const index = ORDER.indexOf(name.replace(".md", ""));
    return index === -1 ? ORDER.length : index;
  };
  return position(one) - position(other) || one.localeCompare(other, "en");
}

async function readPage(file: string): Promise<DocPage> {
  const { baseUrl, venueUrl, sandboxUrl } = config();
  const markdown = (await readFile(join(folder(), file), "utf8"))
    .replaceAll("{base_url}", baseUrl)
    .replaceAll("{venue_url}", venueUrl)
    .replaceAll("{sandbox_url}", sandboxUrl ?? "{sandbox_url}");
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  const first = tokens.find((token) => token.type === "paragraph");
  return {
    slug: slugOf(file) ?? file,
    file,
    title: sections[0]?.title ?? file,
    summary: firstSentence(first === undefined ? "" : plainText(first)),
    markdown,
    tokens,
    sections,
  };
}

/** The fragment of a heading, as GitHub makes it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function sectionsOf(tokens: readonly Token[]): DocSection[] {
  const sections: DocSection[] = [];
  for (const token of tokens) {
    if (isHeading(token)) {
      const title = plainText(token);
      const anchor = token.depth === 1 ? "" : anchorOf(title);
      sections.push({ anchor, title, depth: token.depth, text: "" });
      continue;
    }
    const last = sections.at(-1);
    if (last !== undefined) last.text = `${last.text} ${plainText(token)}`.trim();
  }
  return sections;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";

/** What a reader sees of a token, without marks. */
export function plainText(token: Token): string {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flat()
      .map(({ tokens }) => tokens.map(plainText).join(""))
      .join(" ");
  }
  if (token.type === "list") return (token as Tokens.List).items.map(plainText).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(plainText).join("");
  if ("text" in token && typeof token.text === "string") return token.text;
  return token.type === "br" || token.type === "space" ? " " : "";
}

function firstSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return /^.*?[.:](?=\s[A-Z]|$)/.exec(line)?.[0] ?? line;
}
