"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { SimulatedBadge } from "#components/ui/simulated-badge.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";

const PHONE_VIEWS = ["chart", "book", "trades", "account"] as const;

/** What has the screen of a phone. */
export type PhoneView = (typeof PHONE_VIEWS)[number];

type PhoneBarProps = {
  view: PhoneView;
  onView: (view: PhoneView) => void;
  simulated: boolean;
  inert: boolean;
};

/** At the foot of a phone, in reach of the thumb: buy and sell, and what is on the screen. */
export function PhoneBar({ view, onView, simulated, inert }: PhoneBarProps) {
  const text = useText("shell");
  const { openSheet } = useTicket();
  return (
    <section
      aria-label={text("phoneBar")}
      inert={inert}
      className="fixed inset-x-0 bottom-0 z-10 border-t bg-surface px-2.5 pt-1.5 pb-[max(env(safe-area-inset-bottom),4px)] lg:hidden"
    >
      {simulated ? (
        // In the bar and not over the page: it covers no figure.
        <div className="mb-1.5 flex justify-center leading-4">
          <SimulatedBadge side="top" align="start" />
        </div>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Button tone="buy" size="lg" onClick={() => openSheet("BUY")}>
          {text("buy")}
        </Button>
        <Button tone="sell" size="lg" onClick={() => openSheet("SELL")}>
          {text("sell")}
        </Button>
      </div>
      <ToggleGroup
        label={text("view")}
        value={view}
        options={PHONE_VIEWS.map((value) => ({ value, label: text(value) }))}
        onChange={onView}
        className="mt-1.5 grid grid-cols-4"
        itemClassName="h-11 text-xs font-medium data-[state=on]:bg-transparent data-[state=on]:text-accent"
      />
    </section>
  );
}
