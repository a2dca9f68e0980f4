/** Notices that another program has put elements in the place of the page's texts. The code that answers it is loaded then. */
import { replacementIn } from "./foreign-elements.ts";

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
