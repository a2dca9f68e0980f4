/** How long opening a connection may take. */

const DEFAULT_MS = 5_000;
const MAX_SECONDS = 600;

/**
 * The driver ignores the parameter by which PostgreSQL's own clients take it, so it is read here.
 * @param url may have `connect_timeout` in whole seconds, from 1 to 600
 * @returns milliseconds
 */
export function connectTimeoutMs(url: string): number {
  const given = URL.parse(url)?.searchParams.get("connect_timeout") ?? "";
  const seconds = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds * 1_000 : DEFAULT_MS;
}
