/** Which waiting orders this browser has told of: each is told once, in whichever tab the person looks at. */

const KEY = "svc.approvals.told";
/** No more than these can wait at a time. */
const MOST = 20;

/** Without storage it is known for as long as the page is. */
let page: readonly string[] = [];

export function isToldOf(id: string): boolean {
  return read().includes(id);
}

/** Those of them that it is asked for the first time. */
export function firstWordsOf(ids: readonly string[]): string[] {
  const told = read();
  const words = ids.filter((id) => !told.includes(id));
  if (words.length === 0) return [];
  page = [...words, ...told].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(page));
  } catch {
    // A browser that keeps nothing tells of it once a page.
  }
  return words;
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
    return [...new Set([...page, ...ids])];
  } catch {
    return page;
  }
}
