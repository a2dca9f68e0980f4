"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";

const ConnectionFigures = lazy(() => import("./connection-figures.tsx"));

/** The figures of the connection, whose code is loaded once a pointer or the focus is on what they explain. */
export function useLateFigures(): { figures: ReactNode; ask: () => void } {
  const [isRequested, setRequested] = useState(false);
  return {
    figures: isRequested ? (
      <Suspense>
        <ConnectionFigures />
      </Suspense>
    ) : null,
    ask: () => setRequested(true),
  };
}
