"use client";

import { useSyncExternalStore } from "react";

/** False on the server and while the browser takes its page over, in which both have to draw the same; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, here, elsewhere);
}

const never = () => () => {};
const here = () => true;
const elsewhere = () => false;
