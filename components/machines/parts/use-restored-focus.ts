"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that notes the key of an open dialog. When the lists are `read` again and the focused element was
 * removed, the focus goes to the card of that key (`data-key`), or else to `instead`.
 */
export function useRestoredFocus(
  read: unknown,
  instead: RefObject<HTMLElement | null>,
): (id: string) => void {
  const noted = useRef<string>(undefined);
  useEffect(() => {
    const id = noted.current;
    if (id === undefined || document.activeElement !== document.body) return;
    noted.current = undefined;
    const card = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
    (card ?? instead.current)?.focus();
  }, [read, instead]);
  return useCallback((id) => {
    noted.current = id;
  }, []);
}
