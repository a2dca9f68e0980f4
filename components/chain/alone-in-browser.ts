/** Lets one window of the browser do a thing at a time. */

// Browsers have no locks for pages outside a secure context.
const lockManager = () => (navigator as { locks?: LockManager }).locks;

/** Other windows wait for their turn. @param lock names the thing */
export function aloneInBrowser<Answer>(lock: string, work: () => Promise<Answer>): Promise<Answer> {
  return lockManager()?.request(lock, work) ?? work();
}

/** Other windows do not wait. @returns `busy` at once while another window is doing it */
export function soleInBrowser<Answer>(
  lock: string,
  work: () => Promise<Answer>,
): Promise<Answer | "busy"> {
  const one = (held: Lock | null) => (held === null ? Promise.resolve("busy" as const) : work());
  return lockManager()?.request(lock, { ifAvailable: true }, one) ?? work();
}
