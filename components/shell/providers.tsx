"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { measureClockSkew } from "#components/server-clock.ts";
import { SignProvider } from "#components/signing/sign-provider.tsx";
import { NotificationArea } from "#components/ui/notification-area.tsx";
import { WalletDialog } from "#components/wallet/wallet-dialog.tsx";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";

type ProvidersProps = { sessionAddress: string | undefined; children: ReactNode };

/** What every part of the trading page shares: account reads, wallet, signing, messages. */
export function Providers({ sessionAddress, children }: ProvidersProps) {
  const [client] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnReconnect: true } } }),
  );
  useEffect(() => void measureClockSkew(), []);
  return (
    <QueryClientProvider client={client}>
      <WalletProvider initialAddress={sessionAddress}>
        <SignProvider>
          {children}
          <WalletDialog />
          <NotificationArea />
        </SignProvider>
      </WalletProvider>
    </QueryClientProvider>
  );
}
