/**
 * Converts HTML by third parties to plain text without markup, hidden characters or stacked marks.
 */
import { decodeHTML } from "entities";
import { JOINED, UNSEEN } from "#lib/platform/text/invisible-characters.ts";

/** The limit of the contract, in UTF-16 units. */
const MAX_CHARACTERS = 500;
/** How much of the source is read: markup may be longer than its text. */
const MAX_SOURCE = 20_000;
/** How often markup may be escaped inside markup. Honest feeds do not nest deeper. */
const MAX_LEVELS = 3;
/** The content of these elements is not text. */
const UNREAD = new Set(["script", "style", "template", "noscript", "iframe", "svg", "object"]);
const SECOND_UNSEEN = new RegExp(UNSEEN.source, "gu");
/** Placeholders for joiners inside words, while all other joiners are removed. */
const PLACEHOLDERS = {
  "\u200C": "\uE000",
  "\u200D": "\uE001",
  "\uFE0E": "\uE002",
  "\uFE0F": "\uE003",
};

/** @returns at most 500 characters on one line; empty when nothing is left */
export function plainText(source: string): string {
  let text = source.slice(0, MAX_SOURCE).toWellFormed();
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const plain = decodeHTML(withoutTags(text));
    if (plain === text) break;
    text = plain;
  }
  return shortened(withoutUnseen(withoutTags(text)).replace(/\s+/gu, " ").trim());
}

/** A single pass, so that many opening brackets cost no more than other text. */
function withoutTags(text: string): string {
  let plain = "";
  let index = 0;
  for (;;) {
    const open = text.indexOf("<", index);
    if (open === -1) return plain + text.slice(index);
    plain += text.slice(index, open);
    if (!/[a-zA-Z/!?]/.test(text.charAt(open + 1))) {
      plain += "<";
      index = open + 1;
      continue;
    }
    const end = endOfTag(text, open);
    if (end === undefined) return plain;
    plain += " ";
    index = end;
  }
}

/** The index after a tag, or after the whole element if its content is not text. */
function endOfTag(text: string, open: number): number | undefined {
  if (text.startsWith("<!--", open)) return behind(text, "-->", open);
  if (text.startsWith("<![CDATA[", open)) return open + "<![CDATA[".length;
  const close = text.indexOf(">", open);
  if (close === -1) return undefined;
  const name = /^[a-z]+/i.exec(text.slice(open + 1, Math.min(close, open + 20)))?.[0].toLowerCase();
  if (name === undefined || !UNREAD.has(name) || text.charAt(close - 1) === "/") return close + 1;
  const ending = text.toLowerCase().indexOf(`</${name}`, close);
  return ending === -1 ? undefined : behind(text, ">", ending);
}

function behind(text: string, mark: string, from: number): number | undefined {
  const index = text.indexOf(mark, from);
  return index === -1 ? undefined : index + mark.length;
}

function withoutUnseen(text: string): string {
  return text
    .replace(/[\uE000-\uE003]/g, "")
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, " ")
    .replace(JOINED, (joiner) => PLACEHOLDERS[joiner as keyof typeof PLACEHOLDERS])
    .replace(SECOND_UNSEEN, "")
    .replace(/[\uE000-\uE003]/g, (mark) =>
      "\u200C\u200D\uFE0E\uFE0F".charAt(mark.charCodeAt(0) & 3),
    )
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .normalize("NFC");
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
