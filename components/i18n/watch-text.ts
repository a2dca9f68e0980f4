/** Notices that another program has put elements in the place of the page's texts. The code that answers it is loaded then. */

/** Watches the page until the returned function is called. */
export function watchText(): () => void {
  const seen: MutationRecord[] = [];
  let note = (records: readonly MutationRecord[]) => {
    if (!seen[0] && !records.some(replacesText)) return;
    if (seen.push(...records) > records.length) return;
    void import("./replaced-text.ts").then(({ noteReplaced }) => {
      note = noteReplaced;
      noteReplaced(seen);
    });
  };
  const observer = new MutationObserver((records) => note(records));
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** React itself puts what a server sent late in the place of elements that are not its own yet; those are no texts. */
const replacesText = (record: MutationRecord): unknown =>
  [...record.removedNodes].some((node) => node instanceof Text) && replacementIn(record);

/** The element that another program put in the place of a text or of such an element. */
export function replacementIn(record: MutationRecord): Element | undefined {
  const beside = [...record.addedNodes, record.previousSibling, record.nextSibling];
  return beside.find((node): node is Element => node instanceof Element && isForeign(node));
}

/** Whether another program than React made an element: React notes its own tree on each of its elements. */
export function isForeign(element: Element): boolean {
  return !Object.keys(element).join().includes("__react");
}
