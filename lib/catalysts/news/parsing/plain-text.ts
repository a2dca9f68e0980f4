/** Text of a feed as plain text: what a stranger wrote as HTML, without markup, hidden characters and stacked marks. */
import { decodeHTML } from "entities";
import { JOINED, UNSEEN } from "#lib/platform/unseen-text.ts";

/** The contract's limit, in UTF-16 units. */
const MOST_CHARACTERS = 500;
/** What is looked at: markup may be longer than its text. */
const MOST_SOURCE = 20_000;
/** Markup inside of escaped markup; more levels are not honest. */
const MOST_LEVELS = 3;
/** Their content is no text. */
const UNREAD = new Set(["script", "style", "template", "noscript", "iframe", "svg", "object"]);
const SECOND_UNSEEN = new RegExp(UNSEEN.source, "gu");
/** Stands for a joiner that belongs to a word, while the others are removed. */
const KEPT = { "\u200C": "\uE000", "\u200D": "\uE001", "\uFE0E": "\uE002", "\uFE0F": "\uE003" };

/** @returns at most 500 characters on one line; empty when nothing is left */
export function plainText(source: string): string {
  let text = source.slice(0, MOST_SOURCE).toWellFormed();
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const plain = decodeHTML(withoutTags(text));
    if (plain === text) break;
    text = plain;
  }
  return shortened(withoutUnseen(withoutTags(text)).replace(/\s+/gu, " ").trim());
}

/** One pass, so that a text of opening brackets costs no more than another one. */
function withoutTags(text: string): string {
  let plain = "";
  let place = 0;
  for (;;) {
    const open = text.indexOf("<", place);
    if (open === -1) return plain + text.slice(place);
    plain += text.slice(place, open);
    if (!/[a-zA-Z/!?]/.test(text.charAt(open + 1))) {
      plain += "<";
      place = open + 1;
      continue;
    }
    const end = endOfTag(text, open);
    if (end === undefined) return plain;
    plain += " ";
    place = end;
  }
}

/** The place behind a tag, or behind the content of one that has no text. */
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
  const place = text.indexOf(mark, from);
  return place === -1 ? undefined : place + mark.length;
}

function withoutUnseen(text: string): string {
  return text
    .replace(/[\uE000-\uE003]/g, "")
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, " ")
    .replace(JOINED, (joiner) => KEPT[joiner as keyof typeof KEPT])
    .replace(SECOND_UNSEEN, "")
    .replace(/[\uE000-\uE003]/g, (mark) =>
      "\u200C\u200D\uFE0E\uFE0F".charAt(mark.charCodeAt(0) & 3),
    )
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .normalize("NFC");
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const cut = text.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
