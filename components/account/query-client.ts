import { QueryClient } from "@tanstack/react-query";

let shared: QueryClient | undefined;

/** The cache of this page's reads. On the server each caller gets its own: there a shared one would be everybody's. */
export function accountQueryClient(): QueryClient {
  if (typeof window === "undefined") return newClient();
  shared ??= newClient();
  return shared;
}

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnReconnect: true } },
  });
}
