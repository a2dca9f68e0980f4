"use client";

import { Ellipsis } from "lucide-react";
import { createContext, useContext } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { PositionProps } from "./position-cells.tsx";
import { useClosePosition } from "./use-close-position.ts";
import { useSendingLock } from "./use-sending-lock.ts";

const DIALOG_ACTIONS = ["limit", "reverse", "protect"] as const;

export type PositionAction = (typeof DIALOG_ACTIONS)[number];

/** Opens the dialog of an action. */
export const OpenPositionDialog = createContext<
  (kind: PositionAction, position: PositionRecord) => void
>(() => undefined);

/** Close at market, close at a price, reverse, protect. Compact: all but the first are in a menu. */
export function PositionActions({ position, compact }: PositionProps & { compact?: boolean }) {
  return (
    <span className="inline-flex gap-1">
      <CloseButton position={position} />
      {compact ? <MoreActions position={position} /> : <AllActions position={position} />}
    </span>
  );
}

function CloseButton({ position }: PositionProps) {
  const text = useText("account");
  const { close, busy } = useClosePosition();
  const { locked, reason } = useSendingLock(position.market, "reduces");
  return (
    <Button
      size="xs"
      // Not `disabled` while busy: it gets the focus back after the signature.
      aria-disabled={busy}
      disabled={locked}
      title={reason}
      aria-label={text("closeAtMarketOf", { market: position.market })}
      onClick={() => {
        if (!busy) void close(position);
      }}
    >
      {text("closeAtMarket")}
    </Button>
  );
}

function AllActions({ position }: PositionProps) {
  const text = useText("account");
  const ask = useContext(OpenPositionDialog);
  const { market } = position;
  const locks = {
    reduces: useSendingLock(market, "reduces"),
    opens: useSendingLock(market, "opens"),
  };
  return DIALOG_ACTIONS.map((kind) => {
    const { locked, reason } = locks[kind === "reverse" ? "opens" : "reduces"];
    return (
      <Button
        key={kind}
        size="xs"
        tone="quiet"
        disabled={locked}
        title={reason}
        aria-label={`${text(kind)}: ${market}`}
        onClick={() => ask(kind, position)}
      >
        {text(kind)}
      </Button>
    );
  });
}

/** The dialogs show what blocks their orders. */
function MoreActions({ position }: PositionProps) {
  const text = useText("account");
  const ask = useContext(OpenPositionDialog);
  return (
    <Menu
      label={text("moreActionsOf", { market: position.market })}
      button={<Ellipsis size={14} aria-hidden />}
      buttonClassName={`${buttonStyle({ size: "xs", tone: "quiet" })} px-1.5`}
      align="end"
      entries={DIALOG_ACTIONS.map((kind) => ({
        key: kind,
        label: text(kind),
        // After the menu has returned the focus, so that the dialog can take it.
        onSelect: () => requestAnimationFrame(() => ask(kind, position)),
      }))}
    />
  );
}
