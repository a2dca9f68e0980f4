/** Escape in a text field gives the single keys of the page back. */

const TEXT_FIELDS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=date]), textarea";
/** There Escape closes what is open. */
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-expanded=true]";
const REGIONS =
  "form[aria-label], section[aria-label], section[aria-labelledby], [role=region], main";

/**
 * Moves the focus from a text field to the region around it, unless the Escape meant something else: it is asked when all
 * others have had the press.
 */
export function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!(target instanceof HTMLElement) || !target.matches(TEXT_FIELDS)) return;
  // A handler has taken the focus elsewhere, such as to the row of a table.
  if (document.activeElement !== target || target.closest(OPEN)) return;
  // The browser empties a search first.
  if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return;
  const region = target.closest<HTMLElement>(REGIONS);
  if (region) focusOnce(region);
  else target.blur();
}

/** A region takes the focus from here only: a click on it is none of its business. */
function focusOnce(region: HTMLElement): void {
  if (!region.hasAttribute("tabindex")) {
    region.tabIndex = -1;
    region.addEventListener("blur", () => region.removeAttribute("tabindex"), { once: true });
  }
  region.focus({ preventScroll: true });
}
