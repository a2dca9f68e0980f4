/** Elements that another program, such as the translator of a browser, put into a page of React. */

/** The element that another program put in the place of a text or of such an element. */
export function replacementIn(record: MutationRecord): Element | undefined {
  const beside = [...record.addedNodes, record.previousSibling, record.nextSibling];
  return beside.find((node): node is Element => node instanceof Element && isForeign(node));
}

/** Whether another program than React made an element: React notes its own tree on each of its elements. */
export function isForeign(element: Element): boolean {
  return !Object.keys(element).join().includes("__react");
}
