/** One window of the browser does a thing at a time. */

// Absent in pages that are not served securely.
const lockManager = () => (navigator as { locks?: LockManager }).locks;

/** The others wait for their turn. @param lock names the thing */
export function aloneInBrowser<Answer>(lock: string, work: () => Promise<Answer>): Promise<Answer> {
  return lockManager()?.request(lock, work) ?? work();
}

/** The others do not wait. @returns `busy` at once, while another window does it */
export function soleInBrowser<Answer>(
  lock: string,
  work: () => Promise<Answer>,
): Promise<Answer | "busy"> {
  const one = (held: Lock | null) => (held === null ? Promise.resolve("busy" as const) : work());
  return lockManager()?.request(lock, { ifAvailable: true }, one) ?? work();
}
