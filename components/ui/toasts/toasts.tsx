"use client";

import Link from "next/link";
import { useTheme } from "next-themes";
import { type CSSProperties, type ReactNode, useEffect } from "react";
import { Toaster, toast } from "sonner";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { onNotification, type Raised } from "#components/ui/notify.ts";
import { isDialogOpen, onDialogs } from "#components/ui/open-dialogs.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { ToastQueue } from "./toast-queue.ts";

const SHOW = { good: toast.success, bad: toast.error, neutral: toast.message } as const;
const WIDE_MS = 6_000;
const NARROW_MS = 4_000;
/** For toasts with a link, which must be reached and not only read. */
const LINKED_MS = 20_000;
/** Below the top bar and the price, whose heights are in rem: over the controls of the chart, and not over its lines. */
const NARROW_TOP = "var(--narrow-top)";
const NARROW_TOPS =
  "[--narrow-top:calc(6.25rem+2px)] pointer-coarse:[--narrow-top:calc(6.75rem+2px)]";
/** Below the scrim of every dialog and of the phone's ticket, so that no toast is over a button that confirms. */
const STYLE = { "--width": "320px", zIndex: 15, fontFamily: "inherit" } as CSSProperties;
/** As wide as the column of the ticket. */
const WIDE_STYLE = {
  ...STYLE,
  "--width": "max(248px, min(284px, calc(100vw - 1032px)))",
} as CSSProperties;
/** Above the buttons of deposits and withdrawals, and the status line. */
const ABOVE_TRANSFERS_PX = 76;
/** Screen readers must see the live region before its first message, or they do not read it. */
const FIRST_MS = 100;

/** One for the page, across client-side navigations. */
const queue = new ToastQueue();

/** Shows each toast once, in order. */
export default function Toasts() {
  const text = useText("ui");
  const { resolvedTheme } = useTheme();
  const direction = directionOf(useLocale());
  // Over the account's figures, in the column of the ticket: the rows of the tables, which are pressed next, the chart, the
  // book and the order button stay free. On a phone below the price, because the order buttons are at the bottom.
  const narrow = useNarrow();
  useEffect(() => {
    const duration = narrow ? NARROW_MS : WIDE_MS;
    const show = () => {
      for (const one of queue.take(isDialogOpen())) showOne(one, duration);
    };
    let off: (() => void) | undefined;
    const first = setTimeout(() => {
      const offs = [onNotification(show), onDialogs(show)];
      off = () => offs.forEach((one) => one());
      show();
    }, FIRST_MS);
    return () => {
      clearTimeout(first);
      off?.();
    };
  }, [narrow]);
  return (
    <Toaster
      containerAriaLabel={text("messages")}
      position={narrow ? "top-center" : direction === "rtl" ? "bottom-left" : "bottom-right"}
      dir={direction}
      offset={narrow ? { top: NARROW_TOP } : { bottom: ABOVE_TRANSFERS_PX, left: 12, right: 12 }}
      style={narrow ? STYLE : WIDE_STYLE}
      className={NARROW_TOPS}
      mobileOffset={{ top: NARROW_TOP }}
      theme={resolvedTheme === "light" ? "light" : "dark"}
      toastOptions={{
        closeButtonAriaLabel: text("dismiss"),
        classNames: {
          toast:
            "!rounded-md !border-line-strong !bg-raised !text-ink !text-xs !shadow-lg max-lg:!py-2 max-lg:data-[front=true]:after:!hidden",
          title: "max-lg:!leading-snug",
          description: "!text-ink-muted max-lg:!leading-snug",
          closeButton: "!border-line-strong !bg-raised !text-ink",
        },
      }}
    />
  );
}

/** Announced politely; bad news is announced at once. */
function spoken(tone: Raised["tone"], text: string): ReactNode {
  return tone === "bad" ? <span role="alert">{text}</span> : text;
}

/** The shown toast of each key. One that is leaving is not among them: what takes its place would leave with it. */
const shownByKey = new Map<string, string>();

function showOne(
  { tone, text, detail, link, action, key, keep = tone === "bad", number }: Raised,
  duration: number,
): void {
  const isPlain = link === undefined && action === undefined;
  const forget = () => {
    if (key !== undefined) shownByKey.delete(key);
  };
  const close = () => {
    forget();
    toast.dismiss(id);
  };
  const ownId = key === undefined ? undefined : (shownByKey.get(key) ?? `${key} ${number}`);
  if (key !== undefined && ownId !== undefined) shownByKey.set(key, ownId);
  const id = SHOW[tone](spoken(tone, text), {
    ...(detail === undefined ? {} : { description: detail }),
    ...(link === undefined ? {} : { action: linkOf(link, close) }),
    ...(action === undefined ? {} : { action: buttonOf(action, close) }),
    ...(ownId === undefined ? {} : { id: ownId, onDismiss: forget, onAutoClose: forget }),
    duration: keep ? Number.POSITIVE_INFINITY : isPlain ? duration : LINKED_MS,
    closeButton: keep || !isPlain,
  });
}

function buttonOf({ text, run }: NonNullable<Raised["action"]>, onPress: () => void): ReactNode {
  const press = () => {
    onPress();
    run();
  };
  return (
    <Button className="ms-auto shrink-0 pointer-coarse:min-h-11" onClick={press}>
      {text}
    </Button>
  );
}

function linkOf({ href, text }: NonNullable<Raised["link"]>, onFollow: () => void): ReactNode {
  return (
    <Link
      href={href}
      onClick={onFollow}
      className={buttonStyle({
        className: "ms-auto shrink-0 pointer-coarse:min-h-11",
      })}
    >
      {text}
    </Link>
  );
}
