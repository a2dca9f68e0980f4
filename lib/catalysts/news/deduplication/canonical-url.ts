/**
 * The canonical address of a news item, and its id.
 * The address loses what only tracks its readers: the fragment and tracking parameters. It keeps
 * `www.` and a trailing slash, so that it still opens in a browser. The id ignores these too, and
 * the scheme and the order of parameters.
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";

const MAX_CHARACTERS = 2_000;
const TRACKING =
  /^(?:utm_\w+|at_(?:medium|campaign)|(?:fb|g|d|y|ms|tw)cl(?:id|kid)|mc_[ce]id|igsh(?:id)?|_hs(?:enc|mi)|ref(?:_src|_url)?|cmpid?|ncid|smid|sr_share|guc\w+|wt\.mc_id|rss|ito)$/i;

export type UrlTerms = {
  /** Address of the document that contains the link. */
  base: string;
  /** Origin of the simulated world, if the source is part of it: plain HTTP is accepted there. */
  simulatedOrigin: string | undefined;
};

/**
 * @returns undefined for addresses outside the public web, and for those whose host a reader cannot
 * judge
 */
export function canonicalUrl(link: string, { base, simulatedOrigin }: UrlTerms): URL | undefined {
  // The document's address may contain a credential of its source, which no link may inherit.
  const document = new URL(base);
  document.search = "";
  document.hash = "";
  const url = URL.parse(link.trim(), document);
  if (url === null || url.href.length > MAX_CHARACTERS) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  if (url.origin !== simulatedOrigin) {
    if (url.protocol === "http:" && url.port === "") url.protocol = "https:";
    if (url.protocol !== "https:" || !isPublicName(url.hostname)) return undefined;
  }
  url.hash = "";
  if (url.href === document.href) return undefined;
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const names = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url;
}

function isPublicName(hostname: string): boolean {
  const literal = hostname.replaceAll(/[[\]]/g, "");
  return isIP(literal) === 0 && /^[^.].*\.[^.]{2,}\.?$/.test(hostname);
}

/** `nws_` and 24 hex digits, the same for every spelling of the address. */
export function makeNewsId(url: URL): string {
  const host = url.host.replace(/^www\./, "");
  const path = url.pathname.replace(/\/+$/, "");
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  const key = `${host}${path}?${parameters.join("&")}`;
  return `nws_${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
}

/** The host as shown beside the text. */
export function findPublisher(url: URL): string {
  return url.hostname.replace(/^www\./, "");
}
