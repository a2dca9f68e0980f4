"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Answers what notes the key that a question is asked about. When the lists were `read` again and that took away what had
 * the focus, the focus goes to the card of this key (`data-key`), which may stand among the ended ones, or else to
 * `instead`.
 */
export function useKeptFocus(
  read: unknown,
  instead: RefObject<HTMLElement | null>,
): (id: string) => void {
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const id = asked.current;
    if (id === undefined || document.activeElement !== document.body) return;
    asked.current = undefined;
    const card = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
    (card ?? instead.current)?.focus();
  }, [read, instead]);
  return useCallback((id) => {
    asked.current = id;
  }, []);
}
