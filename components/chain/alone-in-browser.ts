/** One window of the browser does a thing at a time; the others wait for their turn. */

/** @param lock names the thing */
export function aloneInBrowser<Answer>(lock: string, work: () => Promise<Answer>): Promise<Answer> {
  // Absent in pages that are not served securely.
  const { locks } = navigator as { locks?: LockManager };
  return locks === undefined ? work() : locks.request(lock, work);
}
