"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { Isolated } from "#components/ui/isolated.tsx";
import { notificationCount, onNotification } from "#components/ui/notify.ts";

const Toasts = lazy(() => import("./toasts.tsx"));

/** Shows and announces toasts. Empty and without code until the first one. */
export function NotificationArea() {
  const needed = useSyncExternalStore(onNotification, hasNotified, () => false);
  return (
    <Isolated label="notifications">
      {needed ? (
        <Suspense>
          <Toasts />
        </Suspense>
      ) : null}
    </Isolated>
  );
}

function hasNotified(): boolean {
  return notificationCount() > 0;
}
