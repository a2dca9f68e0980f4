"use client";

import { Check, CircleHelp, CircleX, type LucideIcon, PenLine, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SIGNATURE_LIFETIME_MS } from "#components/trading/signing/requests.ts";
import { EventTime } from "#components/trading/tables/figures.tsx";
import { useOneWrite, useRetryWrite, type Write } from "#components/trading/writes/use-orders.ts";
import { isPlacing } from "#components/trading/writes/write-types.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Whether a write has its own row: placed orders, and writes that name several orders. */
export function isOwnRow({ kind, state }: Write): boolean {
  const ownKind = isPlacing(kind) || kind === "cancel-all" || kind === "cancel-batch";
  return ownKind && state !== "accepted";
}

/** The newest write that changes or cancels this order and has not been accepted. */
export function writeOf(writes: readonly Write[], orderId: string): Write | undefined {
  return writes.findLast(
    ({ kind, orderIds, state }) =>
      !isPlacing(kind) && state !== "accepted" && orderIds.includes(orderId),
  );
}

/** The same for one row, which renders only when its own write changes. */
export function useWriteOf(orderId: string): Write | undefined {
  return useOneWrite((writes) => writeOf(writes, orderId));
}

export function writeTone({ state }: Pick<Write, "state">): string {
  if (state === "unknown") return "bg-warn-soft text-warn";
  return state === "rejected" ? "bg-bad-soft text-bad" : "text-ink-muted";
}

type WriteRowsProps = {
  writes: readonly Write[];
  columns: number;
  dismissed: ReadonlySet<string>;
  onDismiss: (digest: string) => void;
};

/** Rows of open writes, above the venue's orders. They disappear by themselves. */
export function WriteRows({ writes, columns, dismissed, onDismiss }: WriteRowsProps) {
  return writes
    .filter(({ digest }) => !dismissed.has(digest))
    .map((write) => (
      <tr key={write.digest} data-write={write.state} className={writeTone(write)}>
        <td colSpan={columns} className="h-8 border-b px-3">
          <WriteLine inRow write={write} onDismiss={onDismiss} />
        </td>
      </tr>
    ));
}

type WriteLineProps = {
  write: Write;
  onDismiss: (digest: string) => void;
  /** Rows have one line and clip; cards have room below. */
  inRow?: boolean;
};

const ICONS: Readonly<Record<Write["state"], LucideIcon>> = {
  signing: PenLine,
  sending: Send,
  unknown: CircleHelp,
  rejected: CircleX,
  "never-arrived": CircleX,
  accepted: Check,
};

/** When it was sent, what it is, its progress, and buttons for what can be done. */
export function WriteLine({ write, onDismiss, inRow = false }: WriteLineProps) {
  const text = useText("account");
  const settled = write.state === "rejected" || write.state === "never-arrived";
  const cut = inRow ? "truncate" : "min-w-0 wrap-anywhere";
  const Icon = ICONS[write.state];
  return (
    <span className={cn("flex min-w-0 items-center gap-x-3 gap-y-1", !inRow && "flex-wrap")}>
      <Icon size={14} aria-hidden className="shrink-0" />
      <EventTime at={write.createdAt} />
      <span className={cut} title={write.summary}>
        {write.summary}
      </span>
      <span className={cn(cut, "min-w-24 flex-1", settled && "font-medium")}>
        <WriteState write={write} />
      </span>
      <RetryButton write={write} />
      {settled ? (
        <Button
          size="xs"
          aria-label={text("dismissOf", { summary: write.summary })}
          onClick={() => onDismiss(write.digest)}
        >
          {text("dismiss")}
        </Button>
      ) : null}
    </span>
  );
}

export function WriteState({ write }: { write: Write }) {
  const text = useText("account");
  switch (write.state) {
    case "signing":
      return text("signing");
    case "sending":
      return text("sending");
    case "unknown":
      return (
        <>
          {text("noAnswer")} <Countdown createdAt={write.createdAt} />
        </>
      );
    case "rejected":
      return errorText(write.code ?? "", write.message ?? "");
    case "never-arrived":
      return text("neverArrived");
    case "accepted":
      return text("accepted");
  }
}

/** Sends the same signed bytes again: the venue returns the order that they placed, or places it now. */
export function RetryButton({ write }: { write: Write }) {
  const text = useText("account");
  const retry = useRetryWrite();
  const [busy, setBusy] = useState(false);
  if (write.state !== "unknown" || !write.canRetry) return null;
  return (
    <Button
      size="xs"
      aria-disabled={busy}
      title={text("retryHelp")}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void retry(write.digest).finally(() => setBusy(false));
      }}
    >
      {text("retry")}
    </Button>
  );
}

/** Time until the venue no longer accepts the bytes; after that its orders are final. */
function Countdown({ createdAt }: { createdAt: number }) {
  const text = useText("account");
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const update = () =>
      setSeconds(Math.ceil((createdAt + SIGNATURE_LIFETIME_MS - serverNow()) / 1_000));
    update();
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [createdAt]);
  if (seconds === undefined) return null;
  return (
    // Announced once with its row, not every second.
    <span aria-live="off">
      {seconds > 0 ? text("knownWithin", { seconds }) : text("knownSoon")}
    </span>
  );
}
