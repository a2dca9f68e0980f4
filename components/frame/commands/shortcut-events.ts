/** Which key presses may be shortcuts. */

/** Whether `Mod` is Command. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

const TEXT_INPUTS =
  "input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=searchbox]";
const OWN_KEYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
const MODAL = "[role=dialog][data-state=open], [role=alertdialog][data-state=open]";

/** True while someone types, or while a dialog or a menu has the keys. */
export function areShortcutsBlocked(target: EventTarget | null, modified: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (!modified && target.closest(TEXT_INPUTS)) return true;
  return target.closest(OWN_KEYS) !== null || document.querySelector(MODAL) !== null;
}
