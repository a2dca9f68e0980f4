"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { hasNotified, onNotification } from "./notify.ts";

const Toasts = lazy(() => import("./toasts.tsx"));

/** Where messages appear; empty and without code until there is one. */
export function NotificationArea() {
  const needed = useSyncExternalStore(onNotification, hasNotified, () => false);
  return needed ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
