/** Escape in a text field leaves it, so that single-key shortcuts work again. */

const TEXT_FIELDS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=date]), textarea";
/** In these, Escape closes what is open. */
const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-expanded=true]";
const REGIONS =
  "form[aria-label], section[aria-label], section[aria-labelledby], [role=region], main";

/**
 * Moves the focus from a text field to the region around it, unless another handler used the Escape: this one must be
 * registered last.
 */
export function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (!(target instanceof HTMLElement) || !target.matches(TEXT_FIELDS)) return;
  // A handler has moved the focus, such as to the row of a table.
  if (document.activeElement !== target || target.closest(OPEN)) return;
  // The browser clears a search field first.
  if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return;
  const region = target.closest<HTMLElement>(REGIONS);
  if (region) focusOnce(region);
  else target.blur();
}

/** Makes the region focusable for this one focus: a click on it must not focus it. */
function focusOnce(region: HTMLElement): void {
  if (!region.hasAttribute("tabindex")) {
    region.tabIndex = -1;
    region.addEventListener("blur", () => region.removeAttribute("tabindex"), { once: true });
  }
  region.focus({ preventScroll: true });
}
