"use client";

import { allCommands } from "#components/frame/commands/registry.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { ConnectionState } from "#components/trading/stream/connection.ts";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { SimulatedBadge } from "#components/ui/simulated-badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useStatus } from "./status.ts";

/** Values from here on are highlighted: the stream is late, requests are slow, the clock is off. */
const LATE = { streamSeconds: 3, roundTripMs: 500, skewMs: 5_000 };

const DOT: Record<ConnectionState, string> = {
  connecting: "bg-ink-faint",
  open: "bg-accent",
  reconnecting: "bg-warn",
};

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
        <KeysButton />
        {simulated ? <SimulatedBadge side="top" /> : null}
      </span>
    </footer>
  );
}

function Items() {
  const text = useText("shell");
  const { integer } = useFormat();
  const { connection, leads, streamSeconds, roundTrip, skewMs, blockHeight } = useStatus();
  const state = text(connection === "open" ? "live" : connection);
  const shared = text(leads ? "ownConnection" : "sharedConnection");
  const role = leads === undefined || connection !== "open" ? "" : shared;
  return (
    <>
      <Item help={text("connectionHelp")} late={connection === "reconnecting"} first>
        <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[connection])} />
        {role === "" ? state : `${state}, ${role}`}
      </Item>
      {streamSeconds === undefined ? null : (
        <Item help={text("streamHelp")} late={streamSeconds >= LATE.streamSeconds}>
          {text("streamAge", { seconds: streamSeconds })}
        </Item>
      )}
      {roundTrip === undefined ? null : (
        <Item help={text("roundTripHelp")} late={roundTrip >= LATE.roundTripMs}>
          {text("roundTrip")} {text("milliseconds", { value: roundTrip })}
        </Item>
      )}
      {skewMs === undefined ? null : (
        <Item help={text("clockHelp")} late={Math.abs(skewMs) >= LATE.skewMs}>
          {text("clock")} <bdi>{text("milliseconds", { value: signed(skewMs, integer) })}</bdi>
        </Item>
      )}
      {blockHeight === undefined ? null : (
        <Item help={text("blockHelp")}>
          {text("block")} <bdi>{integer(blockHeight)}</bdi>
        </Item>
      )}
    </>
  );
}

/** With a sign, except zero. */
export function signed(milliseconds: number, integer: (value: number) => string): string {
  const sign = milliseconds > 0 ? "+" : milliseconds < 0 ? "−" : "";
  return `${sign}${integer(Math.abs(milliseconds))}`;
}

type ItemProps = { help: string; late?: boolean; first?: boolean; children: React.ReactNode };

function Item({ help, late = false, first = false, children }: ItemProps) {
  return (
    <Tooltip text={help} side="top" align="start">
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          className={cn(
            "flex h-5 cursor-help items-center gap-1.5 rounded px-1.5 whitespace-nowrap",
            late ? "bg-warn-soft text-warn" : "text-ink-muted hover:bg-hover",
            !first && "tabular-nums",
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
    <button
      type="button"
      className="h-5 rounded px-1.5 text-ink-muted hover:bg-hover hover:text-ink"
      onClick={() => allCommands().get("help.keys")?.run()}
    >
      {text("keysHelp")}
    </button>
  );
}
