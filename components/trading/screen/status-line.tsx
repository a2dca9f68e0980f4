"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { allCommands } from "#components/frame/commands/command-registry.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { ConnectionState } from "#components/trading/live/stream-connection.ts";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { SimulatedBadge } from "#components/ui/simulated-badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useLateFigures } from "./late-figures.tsx";
import { signed, useStatus } from "./status.ts";

/** Values from here on are shown as late: the stream, the round trip of requests, the difference of the clocks. */
const LATE = { streamSeconds: 3, roundTripMs: 500, skewMs: 5_000 };

const DOT: Record<ConnectionState, string> = {
  connecting: "bg-ink-faint",
  open: "bg-accent",
  polling: "bg-warn",
  reconnecting: "bg-warn",
};

const QUIET = "h-5 rounded px-1.5 text-ink-muted hover:bg-hover hover:text-ink";

/** The state of the connection, at the bottom of wide screens. */
export function StatusLine({ simulated }: { simulated: boolean }) {
  const text = useText("shell");
  return (
    <footer
      aria-label={text("status")}
      className="hidden h-6 shrink-0 items-center gap-1 bg-surface px-2 text-2xs lg:flex"
    >
      <Isolated label="status line">
        <Items />
      </Isolated>
      <span className="ms-auto flex items-center gap-2">
        <Link href="/vault" className={QUIET}>
          {text("vault")}
        </Link>
        <KeysButton />
        {simulated ? <SimulatedBadge side="top" /> : null}
      </span>
    </footer>
  );
}

/** The connection in one figure, with the rest in its tooltip; late parts are named beside it. */
function Items() {
  const { figures, ask } = useLateFigures();
  const text = useText("shell");
  const { integer } = useFormat();
  const { connection, streamSeconds, roundTrip, skewMs } = useStatus();
  const state = text(connection === "open" ? "connected" : connection);
  const took = roundTrip === undefined ? "" : text("milliseconds", { value: roundTrip });
  return (
    <>
      <Item
        help={figures}
        onAsk={ask}
        late={connection === "reconnecting" || (roundTrip ?? 0) >= LATE.roundTripMs}
      >
        <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[connection])} />
        {state} <bdi>{took}</bdi>
      </Item>
      {streamSeconds !== undefined && streamSeconds >= LATE.streamSeconds ? (
        <Item help={text("streamHelp")} late>
          {text("streamAge", { seconds: streamSeconds })}
        </Item>
      ) : null}
      {skewMs !== undefined && Math.abs(skewMs) >= LATE.skewMs ? (
        <Item help={text("clockHelp")} late>
          {text("clock")} <bdi>{text("milliseconds", { value: signed(skewMs, integer) })}</bdi>
        </Item>
      ) : null}
    </>
  );
}

type ItemProps = { help: ReactNode; onAsk?: () => void; late: boolean; children: ReactNode };

function Item({ help, onAsk, late, children }: ItemProps) {
  return (
    <Tooltip text={help} side="top" align="start">
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          onPointerEnter={onAsk}
          onFocus={onAsk}
          className={cn(
            "flex h-5 cursor-help items-center gap-1.5 rounded px-1.5 whitespace-nowrap tabular-nums",
            late ? "bg-warn-soft text-warn" : "text-ink-muted hover:bg-hover",
          )}
        >
          {children}
        </button>
      )}
    </Tooltip>
  );
}

function KeysButton() {
  const text = useText("shell");
  return (
    <button type="button" className={QUIET} onClick={() => allCommands().get("help.keys")?.run()}>
      {text("allShortcuts")}
    </button>
  );
}
