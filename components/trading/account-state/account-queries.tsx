"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { accountQueryClient } from "./query-client.ts";

/** Around whatever reads more of the account than the page always has: history, totals, keys, rules of all markets. */
export function AccountQueries({ children }: { children: ReactNode }) {
  const [client] = useState(accountQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
