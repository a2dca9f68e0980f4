"use client";

import { useState } from "react";

type Result = { data: unknown; error: Error | null; errorUpdateCount: number };

/** What a read failed with. It stays said while the read is tried again, where the library has forgotten it. */
export function useLastingFailure({ data, error, errorUpdateCount }: Result): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  // Of another name, the read has not failed yet.
  return data === undefined && errorUpdateCount > 0 ? (error ?? last) : error;
}
