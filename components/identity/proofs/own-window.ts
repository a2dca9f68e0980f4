/** Opens windows for pages of other parties. */

/**
 * Opens an empty window. Call it synchronously in a click handler, because browsers block other pop-ups. Without an opener
 * the page shown there cannot navigate this one. null: the browser blocked the window.
 */
export function openOwnWindow(): Window | null {
  const opened = window.open("about:blank", "_blank");
  if (opened !== null) opened.opener = null;
  return opened;
}
