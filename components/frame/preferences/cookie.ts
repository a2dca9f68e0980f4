/** Preferences that the server needs for its first render. Nothing secret belongs in these cookies. */

const YEAR_S = 365 * 86_400;

/** Keeps a preference for a year; in a browser without cookies it lasts as long as the page. */
export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S.toString()}; SameSite=Lax${secure}`;
}
