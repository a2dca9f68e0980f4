/** A window of its own for another party's page. */

/**
 * Opens an empty one, right at a press: browsers open windows for nothing else. What is shown there later can not reach
 * back and send this page elsewhere. null: the browser opened none.
 */
export function openOwnWindow(): Window | null {
  const opened = window.open("about:blank", "_blank");
  if (opened !== null) opened.opener = null;
  return opened;
}
