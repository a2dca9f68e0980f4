/** A cache of rendered cards: rendering takes tens of milliseconds, and sites request cards often. */
import { drawCard } from "./_card.tsx";

/** Maximum number of cached cards of about 40 KB. */
const KEPT = 100;

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The card of an existing code. Requests share a running render; after a failure the next request renders again. */
export function cardOf(code: string, baseUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const kept = drawn.get(code);
  // Moves it to the end, so that often requested cards stay.
  if (kept !== undefined) {
    drawn.delete(code);
    drawn.set(code, kept);
    return kept;
  }
  const link = `${baseUrl.replace(/^https?:\/\//, "")}/r/${code}`;
  const card = drawCard({ code, link });
  drawn.set(code, card);
  card.catch(() => drawn.delete(code));
  const [oldest] = drawn.keys();
  if (drawn.size > KEPT && oldest !== undefined) drawn.delete(oldest);
  return card;
}
