"use client";

import * as Radix from "radix-ui/dropdown-menu";
import { clientText } from "#components/i18n/client-text.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { directionOf, type Locale } from "#components/i18n/locales.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import type { AlertTerms } from "#components/trading/alerts/alert-list.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { notify } from "#components/ui/notify.ts";
import type { MenuAt } from "./use-price-menu.ts";

const ENTRY =
  "flex items-center rounded px-2 py-1.5 outline-none select-none data-[highlighted]:bg-hover";

/** Actions for a price of the chart. They fill in the ticket or set an alert, and place no order. */
export default function PriceMenu({ at, onClose }: { at: MenuAt; onClose: () => void }) {
  const text = useText("chart");
  const { grouped } = useFormat();
  const { change, fillPrice } = useTicket();
  const price = grouped(at.price);
  const locale = useLocale();
  const dir = directionOf(locale);
  const { symbol } = useMarket();
  const { sessionAddress, signInWithWallet } = useWallet();
  const alert = () => {
    if (sessionAddress === undefined) void signInWithWallet();
    else void setAlertAt({ market: symbol, price: at.price }, locale);
  };
  const order = (side: "BUY" | "SELL") => {
    change({ side });
    fillPrice(at.price);
  };
  return (
    <Radix.Root open dir={dir} modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger
        tabIndex={-1}
        aria-label={text("priceMenu", { price })}
        className="pointer-events-none absolute h-0 w-0 opacity-0"
        style={{ insetInlineStart: at.x, top: at.y }}
      />
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={text("priceMenu", { price })}
          className="z-50 min-w-44 rounded-md border border-line-strong bg-surface p-1 text-sm shadow-xl"
        >
          <Radix.Item className={ENTRY} onSelect={() => fillPrice(at.price)}>
            {text("priceToTicket", { price })}
          </Radix.Item>
          <Radix.Item className={ENTRY} onSelect={() => order("BUY")}>
            {text("buyAt", { price })}
          </Radix.Item>
          <Radix.Item className={ENTRY} onSelect={() => order("SELL")}>
            {text("sellAt", { price })}
          </Radix.Item>
          <Radix.Item className={ENTRY} onSelect={alert}>
            {text("alertAt", { price })}
          </Radix.Item>
          <Radix.Item
            className={ENTRY}
            onSelect={() => void navigator.clipboard.writeText(at.price).catch(() => undefined)}
          >
            {text("copyPrice")}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Loaded apart, because the menu's list of scripts is in the first scripts of every visitor. */
async function setAlertAt(terms: AlertTerms, locale: Locale): Promise<void> {
  try {
    const { setAlert } = await import("#components/trading/alerts/alert-actions.ts");
    await setAlert(terms, locale);
  } catch {
    notify({ tone: "bad", text: clientText("ui")("loadFailed") });
  }
}
