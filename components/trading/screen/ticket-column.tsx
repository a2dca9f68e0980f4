"use client";

import { X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { lazy, type RefObject, useEffect, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountSummary } from "#components/trading/account/account-summary.tsx";
import { Ticket } from "#components/trading/ticket/ticket.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Panel } from "#components/ui/panel.tsx";

/** The ticket: a column on wide screens, on a phone a sheet (`asSheet`) that is a modal dialog. */
export function TicketColumn({ asSheet, className }: { asSheet: boolean; className: string }) {
  const text = useText("shell");
  const { sheetOpen, closeSheet } = useTicket();
  const sheet = useRef<HTMLDivElement>(null);
  useSheetKeyboard(asSheet, sheet, closeSheet);
  const dialog = { role: "dialog", "aria-modal": true, "aria-label": text("placeOrder") } as const;
  return (
    <>
      {asSheet ? (
        <div aria-hidden onClick={closeSheet} className="fixed inset-0 z-20 bg-black/50" />
      ) : null}
      <div
        ref={sheet}
        {...(asSheet ? { ...dialog, tabIndex: -1 } : {})}
        className={cn(
          "flex min-h-0 flex-col gap-px overflow-y-auto bg-surface outline-none lg:relative lg:bg-line",
          "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:h-[92dvh] max-lg:rounded-t-md max-lg:border-t max-lg:border-line-strong",
          !sheetOpen && "max-lg:hidden",
          className,
        )}
      >
        <div className="flex items-center justify-between px-3 pt-2 lg:hidden">
          <span className="text-sm font-semibold">{text("placeOrder")}</span>
          <Button tone="quiet" size="icon" aria-label={text("closeTicket")} onClick={closeSheet}>
            <X size={16} aria-hidden />
          </Button>
        </div>
        <Panel
          label={text("ticket")}
          className="flex flex-1 flex-col max-lg:shrink-0 lg:min-h-[32rem]"
        >
          <Prepared />
          <Ticket />
          <TradingKeyRow className="border-t px-3 py-1" />
        </Panel>
        {/* As high before the account is read as after, so that what is above it does not move. */}
        <Panel label={text("account")} className="max-lg:hidden lg:min-h-63 lg:shrink-0">
          <AccountSummary />
        </Panel>
      </div>
    </>
  );
}

/** Moves the focus into the sheet and back, and closes the sheet on an Escape that no inner dialog has handled. */
function useSheetKeyboard(
  active: boolean,
  sheet: RefObject<HTMLDivElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!active) return;
    const opener = document.activeElement;
    sheet.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const own =
        target === document.body || (target instanceof Node && sheet.current?.contains(target));
      if (event.key === "Escape" && own && !event.defaultPrevented) close();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onKey);
      // The opener is inert until the page behind is released.
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
    };
  }, [active, sheet, close]);
}

const PreparedOrder = lazy(() => import("#components/trading/ticket/signal/prepared-order.tsx"));

/** The order of the signal that the address names. */
function Prepared() {
  const id = useSearchParams().get("signal");
  if (id === null) return null;
  return (
    <LazyBoundary onFailure={ignore}>
      <PreparedOrder id={id} />
    </LazyBoundary>
  );
}

const KeyLine = lazy(() => import("#components/trading/setup/key-line.tsx"));

/** The trading key's line, for signed-in accounts. Its space is reserved while it loads. */
function TradingKeyRow({ className }: { className?: string }) {
  const { sessionAddress } = useWallet();
  if (sessionAddress === undefined) return null;
  return (
    <div className={cn("box-content min-h-6", className)}>
      <LazyBoundary onFailure={ignore}>
        <KeyLine account={sessionAddress} />
      </LazyBoundary>
    </div>
  );
}

/** Orders work without these parts; the boundary has shown a message. */
function ignore(): void {}
