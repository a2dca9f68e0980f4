/** Records presses before hydration, which would be lost otherwise. */

declare global {
  interface Window {
    /** The menu button that was pressed last, unless something else was pressed since. */
    earlyPress?: Element | null;
  }
}

/** An inline script: it runs before all other code and records the last press of a menu button. */
export const EARLY_PRESS =
  'addEventListener("click",e=>{earlyPress=e.target.closest("[aria-haspopup=menu]")},true);' +
  'addEventListener("keydown",e=>{if(e.key==="Escape")earlyPress=null},true)';

/** Whether this button received the last press before its code was loaded. True once. */
export function takeEarlyPress(button: Element): boolean {
  if (window.earlyPress !== button) return false;
  window.earlyPress = null;
  return true;
}
