"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { Toaster } from "sonner";
import { measureClockSkew } from "#components/server-clock.ts";
import { SignProvider } from "#components/signing/sign-provider.tsx";
import { TooltipProvider } from "#components/ui/tooltip.tsx";
import { ConnectDialog } from "#components/wallet/connect-dialog.tsx";
import { WalletProvider } from "#components/wallet/wallet-provider.tsx";

type ProvidersProps = { sessionAddress: string | undefined; children: ReactNode };

/** What every part of the trading page shares: account reads, wallet, signing, messages. */
export function Providers({ sessionAddress, children }: ProvidersProps) {
  const [client] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnReconnect: true } } }),
  );
  const { resolvedTheme } = useTheme();
  useEffect(() => void measureClockSkew(), []);
  return (
    <QueryClientProvider client={client}>
      <WalletProvider initialAddress={sessionAddress}>
        <SignProvider>
          <TooltipProvider delayDuration={300}>{children}</TooltipProvider>
          <ConnectDialog />
          <Toaster
            position="bottom-left"
            theme={resolvedTheme === "light" ? "light" : "dark"}
            toastOptions={{ duration: 6_000 }}
          />
        </SignProvider>
      </WalletProvider>
    </QueryClientProvider>
  );
}
