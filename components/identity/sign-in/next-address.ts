/** The page after the sign-in: only paths of this site, so that the sign-in cannot be used as an open redirect. */

/** Characters that a URL parser skips or reads as a slash. */
// oxlint-disable-next-line no-control-regex -- control characters are what it finds
const MISLEADING = /[\u0000-\u0020\\]/;

const BASE = "http://site.invalid";

/** The path with query and fragment; `/` for anything that is not a path of this site, or is the sign-in itself. */
export function safeNext(requested: string | null | undefined): string {
  if (!requested?.startsWith("/") || requested.startsWith("//") || MISLEADING.test(requested))
    return "/";
  let url: URL;
  try {
    url = new URL(requested, BASE);
  } catch {
    return "/";
  }
  const { origin, pathname, search, hash } = url;
  // The parser turns `/.//elsewhere` into `//elsewhere`.
  if (origin !== BASE || pathname.startsWith("//")) return "/";
  const isLoop = /^\/sign-in(?:\/|$)/.test(pathname) || /^\/api(?:\/|$)/.test(pathname);
  return isLoop ? "/" : `${pathname}${search}${hash}`;
}

const STORAGE_KEY = "svc.sign-in.next";
/** As long as the link in an email works. */
const KEEP_MS = 15 * 60_000;

/** Keeps the address for the page of an emailed link, which opens in another tab. */
export function keepNext(next: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ next, until: Date.now() + KEEP_MS }));
  } catch {
    // Without storage that page continues to the markets.
  }
}

/** Returns the kept address and deletes it. */
export function takeNext(): string {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as {
      next?: string;
      until?: number;
    };
    localStorage.removeItem(STORAGE_KEY);
    return Number(stored.until) > Date.now() ? safeNext(stored.next) : "/";
  } catch {
    return "/";
  }
}
