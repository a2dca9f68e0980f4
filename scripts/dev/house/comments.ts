/** The comments of the code, and which of them a reader would not say to a colleague. */
import { readSources } from "./import-graph.ts";

export type Comment = { path: string; line: number; text: string };

/** Comments of a folder such as `lib/swaps`. */
export type DomainComments = { domain: string; comments: number; odd: number };

const TOPS = [
  "app",
  "components",
  "lib",
  "services",
  "scripts",
  "e2e",
  "tests",
  "docs/api",
  "clients",
];

/** Words and turns of `docs/words.md` that have a plain word; the beginnings are those of a sentence. */
const ODD = [
  /\b(?:nobody|somebody|whoever|whomever|whosoever)\b/i,
  /\b(?:told|tells|untold)\b(?! (?:\w+ )?apart\b)/i,
  /(?<!\bthere )\bis no (?!longer\b|more than\b)\w+/i,
  /\bof (?:which|whom)\b/i,
  /\b(?:ever more|as it were|what came|by itself|thereof|therein|whereof)\b/i,
  /\bstands\b(?! for\b| in for\b)/i,
  /(?:^|[.:;] )Of (?:each|every|all|these|those|an?|the|its?|several|one|two)\b/,
  /(?:^|[.:;] )(?:So far|None of|Whose|Whom)\b/,
  /(?:^|[.:;] )Who\b[^?]*$/,
];

/** A text that a colleague would have to read twice, by its pattern. */
export function isOdd(text: string): boolean {
  return ODD.some((pattern) => pattern.test(text));
}

/** The block comments and the runs of line comments of a source, each as one line of text. */
export function commentsOf(path: string, source: string): Comment[] {
  const comments: Comment[] = [];
  let open: Comment | undefined;
  const close = (): void => {
    if (open && /[a-z]/i.test(open.text)) comments.push({ ...open, text: open.text.trim() });
    open = undefined;
  };
  let isBlock = false;
  for (const [index, line] of source.split("\n").entries()) {
    const part = commentOn(line.trim(), isBlock);
    if (part === undefined || (part.begins && !isRun(line, open))) close();
    if (part === undefined) continue;
    open = open
      ? { ...open, text: `${open.text} ${part.text}` }
      : { path, line: index + 1, text: part.text };
    isBlock = part.continues;
    if (part.ends) close();
  }
  close();
  return comments;
}

type Part = { text: string; begins: boolean; continues: boolean; ends: boolean };

/** What a line adds to a comment; undefined for a line of code. Comments behind code are left out. */
function commentOn(line: string, isBlock: boolean): Part | undefined {
  if (!isBlock && line.startsWith("//")) {
    const isDirective = /^\/\/ ?(?:oxlint-|biome-|@ts-|eslint-)/.test(line);
    const text = isDirective ? line.replace(/^.*? -- /, "") : line.slice(2);
    return { text: text.trim(), begins: true, continues: false, ends: false };
  }
  if (!(isBlock || line.startsWith("/*"))) return undefined;
  const ends = line.includes("*/");
  const text = line.replace(/^\/\*+|^\*(?!\/)/, "").replace(/\*\/.*$/, "");
  return { text: text.trim(), begins: !isBlock, continues: !ends, ends };
}

/** Line comments below each other are one comment. */
function isRun(line: string, open: Comment | undefined): boolean {
  return open !== undefined && line.trim().startsWith("//");
}

export function readComments(root: string): Comment[] {
  return [...readSources(root, TOPS).values()].flatMap(({ path, text }) => commentsOf(path, text));
}

export function commentsByDomain(comments: readonly Comment[]): DomainComments[] {
  const domains = new Map<string, DomainComments>();
  for (const { path, text } of comments) {
    const domain = path.split("/").slice(0, -1).slice(0, 2).join("/");
    const sum = domains.get(domain) ?? { domain, comments: 0, odd: 0 };
    domains.set(domain, {
      domain,
      comments: sum.comments + 1,
      odd: sum.odd + (isOdd(text) ? 1 : 0),
    });
  }
  return [...domains.values()].toSorted((one, other) => one.domain.localeCompare(other.domain));
}
