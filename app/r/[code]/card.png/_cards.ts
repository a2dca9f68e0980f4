/** A cache of rendered cards: rendering takes tens of milliseconds, and sites request cards often. */
import { type CardTheme, drawCard } from "./_card.tsx";

/** Maximum number of cached cards of about 40 KB. */
const MAX_CACHED = 100;

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The card of an existing code. Requests share a running render; after a failure the next request renders again. */
export function cardOf(
  code: string,
  { baseUrl, theme }: { baseUrl: string; theme: CardTheme },
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${code} ${theme}`;
  const cached = drawn.get(key);
  // Moves it to the end, so that often requested cards stay.
  if (cached !== undefined) {
    drawn.delete(key);
    drawn.set(key, cached);
    return cached;
  }
  const link = `${baseUrl.replace(/^https?:\/\//, "")}/r/${code}`;
  const card = drawCard({ code, link }, theme);
  drawn.set(key, card);
  card.catch(() => drawn.delete(key));
  const [oldest] = drawn.keys();
  if (drawn.size > MAX_CACHED && oldest !== undefined) drawn.delete(oldest);
  return card;
}
