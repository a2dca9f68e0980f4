"use client";

import { useState } from "react";

type Result = { data: unknown; error: Error | null; errorUpdateCount: number };

/** The last error of a read. The library clears it during a retry; this keeps it until a read succeeds. */
export function useLastingFailure({ data, error, errorUpdateCount }: Result): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  // The query has a new name and has not failed yet.
  return data === undefined && errorUpdateCount > 0 ? (error ?? last) : error;
}
