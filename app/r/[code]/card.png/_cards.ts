/** Cards that were drawn: each takes tens of milliseconds of the one thread, and the sites that show it ask often. */
import { drawCard } from "./_card.tsx";

/** So many at once; each is some 40 KB. */
const KEPT = 100;

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The card of a code that exists. One that is being drawn is waited for; one that fails is drawn again when it is asked for. */
export function cardOf(code: string, baseUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  const kept = drawn.get(code);
  // Back to the end of the line: what is asked for often stays.
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
