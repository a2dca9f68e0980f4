/** Choices that the server must know to render the first frame right. Nothing secret belongs here. */

const YEAR_S = 365 * 86_400;

/** Keeps a choice for a year. A browser that takes no cookies shows it until the page is left. */
export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S.toString()}; SameSite=Lax${secure}`;
}
