"use client";

import { Ellipsis } from "lucide-react";
import { closesAtOnce } from "#components/frame/preferences/order-preferences.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useStore } from "#components/ui/use-store.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { PositionProps } from "./position-cells.tsx";
import { openPosition, type PositionAction } from "./position-request.ts";
import { useSendingLock } from "./sending-lock.ts";
import { useClosePosition } from "./use-close-position.ts";

/** In the menu; only an isolated position has a margin of its own. */
function menuActions({ isolated_wallet: wallet }: PositionRecord, compact: boolean) {
  const actions: PositionAction[] = ["part", "reverse"];
  if (compact) actions.push("protect");
  if (wallet !== undefined) actions.push("margin");
  actions.push("share");
  return actions;
}

/** Close and protect; the rest is in a menu. Compact: everything but Close is in the menu. */
export function PositionActions({ position, compact = false }: ActionsProps) {
  return (
    <span className={compact ? "inline-flex gap-0.5" : "inline-flex gap-1"}>
      <CloseButton position={position} compact={compact} />
      {compact ? null : <ProtectButton position={position} />}
      <MoreActions position={position} actions={menuActions(position, compact)} />
    </span>
  );
}

type ActionsProps = PositionProps & { compact?: boolean };

/** Opens the dialog in which the whole position is chosen, because a tap that misses another button must end nothing. */
function CloseButton({ position, compact = false }: ActionsProps) {
  const text = useText("account");
  const atOnce = useStore(closesAtOnce);
  const { close, busy } = useClosePosition();
  const { locked, reason } = useSendingLock(position.market, "reduces");
  return (
    <Button
      size="xs"
      // Not `disabled` while busy: it gets the focus back after the signature.
      aria-disabled={busy}
      disabled={locked}
      title={reason ?? (atOnce ? text("closeAtMarket") : undefined)}
      aria-haspopup={atOnce ? undefined : "dialog"}
      aria-label={text(atOnce ? "closeAtMarketOf" : "partTitle", { market: position.market })}
      className={compact ? "px-1" : undefined}
      onClick={() => {
        if (!atOnce) openPosition("part", position);
        else if (!busy) void close(position);
      }}
    >
      {text("closePosition")}
    </Button>
  );
}

function ProtectButton({ position }: PositionProps) {
  const text = useText("account");
  const { locked, reason } = useSendingLock(position.market, "reduces");
  return (
    <Button
      size="xs"
      disabled={locked}
      title={reason}
      aria-label={`${text("protect")}: ${position.market}`}
      onClick={() => openPosition("protect", position)}
    >
      {text("protect")}
    </Button>
  );
}

/** The dialogs show what blocks their orders. */
function MoreActions({
  position,
  actions,
}: PositionProps & { actions: readonly PositionAction[] }) {
  const text = useText("account");
  return (
    <Menu
      label={text("moreActionsOf", { market: position.market })}
      button={<Ellipsis size={14} aria-hidden />}
      buttonClassName={`${buttonStyle({ size: "xs", tone: "quiet" })} px-1.5`}
      align="end"
      entries={actions.map((kind) => ({
        key: kind,
        label: text(kind === "margin" ? "marginChange" : kind),
        // After the menu has returned the focus, so that the dialog can take it.
        onSelect: () => requestAnimationFrame(() => openPosition(kind, position)),
      }))}
    />
  );
}
