/** Where a person goes after the sign-in: addresses of this site only, so that no link to it leads elsewhere. */

/** What a URL parser would skip, or read as a slash: an address that has one is not ours. */
// oxlint-disable-next-line no-control-regex -- those are what it is about
const MISLEADING = /[\u0000-\u0020\\]/;

const HERE = "http://here.invalid";

/** The path with query and fragment; `/` for anything that is not a path of this site, or leads to the sign-in again. */
export function safeNext(asked: string | null | undefined): string {
  if (!asked?.startsWith("/") || asked.startsWith("//") || MISLEADING.test(asked)) return "/";
  let url: URL;
  try {
    url = new URL(asked, HERE);
  } catch {
    return "/";
  }
  const { origin, pathname, search, hash } = url;
  // `/.//elsewhere` is a path whose dots go away.
  if (origin !== HERE || pathname.startsWith("//")) return "/";
  const isLoop = /^\/sign-in(?:\/|$)/.test(pathname) || /^\/api(?:\/|$)/.test(pathname);
  return isLoop ? "/" : `${pathname}${search}${hash}`;
}

const KEPT = "svc.sign-in.next";
/** As long as the link in a mail works. */
const KEEP_MS = 15 * 60_000;

/** Keeps it for the page that a mail's link opens, in another tab of this browser. */
export function keepNext(next: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ next, until: Date.now() + KEEP_MS }));
  } catch {
    // Without a storage that page leads to the markets.
  }
}

/** What was kept, once. */
export function takeNext(): string {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as {
      next?: string;
      until?: number;
    };
    localStorage.removeItem(KEPT);
    return Number(kept.until) > Date.now() ? safeNext(kept.next) : "/";
  } catch {
    return "/";
  }
}
