"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { accountQueryClient } from "./query-client.ts";

/** Provides the query client for reads that not every page makes: history, totals, keys, the rules of all markets. */
export function AccountQueries({ children }: { children: ReactNode }) {
  const [client] = useState(accountQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
