"use client";

import Link from "next/link";
import { useTheme } from "next-themes";
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { Toaster, toast } from "sonner";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { onNotification, type Raised, raisedAfter } from "#components/ui/notify.ts";

const SHOW = { good: toast.success, bad: toast.error, neutral: toast.message } as const;
const WIDE_MS = 6_000;
const NARROW_MS = 4_000;
/** For toasts with a link, which must be reached and not only read. */
const LINKED_MS = 20_000;
/** Leaves the line labels free in the narrowest chart. */
const WIDTH = { "--width": "320px" } as CSSProperties;
/** Screen readers must see the live region before its first message, or they do not read it. */
const FIRST_MS = 100;

/** Number of the last toast shown, across client-side navigations. */
let last = 0;

/** Shows each toast once, in order. */
export default function Toasts() {
  const text = useText("ui");
  const { resolvedTheme } = useTheme();
  const direction = directionOf(useLocale());
  // On a phone, toasts must cover neither the order button at the bottom nor the price at the top.
  const [narrow] = useState(() => window.matchMedia("(max-width: 1023px)").matches);
  useEffect(() => {
    const duration = narrow ? NARROW_MS : WIDE_MS;
    const show = () => {
      for (const one of raisedAfter(last)) {
        last = one.number;
        showOne(one, duration);
      }
    };
    let off: (() => void) | undefined;
    const first = setTimeout(() => {
      off = onNotification(show);
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
      position={narrow ? "top-center" : "bottom-right"}
      dir={direction}
      // At the place that the screen sets by CSS variables, else in a corner.
      offset={
        narrow
          ? { top: 100 }
          : { bottom: "var(--toasts-bottom, 36px)", right: "var(--toasts-right, 24px)" }
      }
      style={WIDTH}
      mobileOffset={{ top: 100 }}
      theme={resolvedTheme === "light" ? "light" : "dark"}
      toastOptions={{
        closeButtonAriaLabel: text("dismiss"),
        classNames: {
          toast: "!rounded-md !border-line-strong !bg-raised !text-ink !text-xs !shadow-lg",
          description: "!text-ink-muted",
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

function showOne(
  { tone, text, detail, link, keep = tone === "bad" }: Raised,
  duration: number,
): void {
  const shownFor = link === undefined ? duration : LINKED_MS;
  const id = SHOW[tone](spoken(tone, text), {
    ...(detail === undefined ? {} : { description: detail }),
    ...(link === undefined ? {} : { action: linkOf(link, () => toast.dismiss(id)) }),
    duration: keep ? Number.POSITIVE_INFINITY : shownFor,
    closeButton: keep || link !== undefined,
  });
}

function linkOf({ href, text }: NonNullable<Raised["link"]>, onFollow: () => void): ReactNode {
  return (
    <Link
      href={href}
      onClick={onFollow}
      className={buttonStyle({
        tone: "primary",
        className: "ms-auto shrink-0 pointer-coarse:min-h-11",
      })}
    >
      {text}
    </Link>
  );
}
