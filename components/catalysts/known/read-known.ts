/** Answers as of an instant. They never change, so each is read once. */
import { type Answer, readJson } from "#components/data/http.ts";

type Known = { known_at: string };

/** More than a reader steps through; the oldest answer is dropped first. */
const MAX_CACHED = 300;

const cache = new Map<string, Answer>();

export function knownUrl(path: string, at: string | undefined): string {
  return at === undefined ? path : `${path}?${new URLSearchParams({ known_at: at }).toString()}`;
}

/** @param at ISO 8601; undefined: now, which is read each time */
export async function readKnown<Body extends Known>(
  path: string,
  at: string | undefined,
  signal: AbortSignal,
): Promise<Answer<Body>> {
  const url = knownUrl(path, at);
  const before = cache.get(url) as Answer<Body> | undefined;
  if (before !== undefined) return before;
  const answer = await readJson<Body>(url, signal);
  if (at !== undefined && isFinal(answer, at)) keep(url, answer);
  return answer;
}

/**
 * When the service has not reached the requested instant, the answer names an earlier one and may
 * still change.
 */
function isFinal(answer: Answer<Known>, at: string): boolean {
  return answer.ok && Date.parse(answer.body.known_at) === Date.parse(at);
}

function keep(url: string, answer: Answer): void {
  cache.set(url, answer);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
