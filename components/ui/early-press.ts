/** Presses that come before the page's code: they are lost, unless somebody who is there from the start keeps the last one. */

declare global {
  interface Window {
    /** The button of a menu that was pressed last, when nothing else was pressed since. */
    earlyPress?: Element | null;
  }
}

/** Stands in the page itself, before all code: keeps the last press when it was on the button of a menu. */
export const EARLY_PRESS =
  'addEventListener("click",e=>{earlyPress=e.target.closest("[aria-haspopup=menu]")},true);' +
  'addEventListener("keydown",e=>{if(e.key==="Escape")earlyPress=null},true)';

/** Whether this button was the last that was pressed before its code was there. True once. */
export function takeEarlyPress(button: Element): boolean {
  if (window.earlyPress !== button) return false;
  window.earlyPress = null;
  return true;
}
