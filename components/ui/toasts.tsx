"use client";

import { useTheme } from "next-themes";
import { useEffect, useState } from "react";
import { Toaster, toast } from "sonner";
import { onNotification, takeNotifications } from "./notify.ts";

const SHOW = { good: toast.success, bad: toast.error, neutral: toast.message } as const;

/** Shows each message once, in the order in which they were raised. */
export default function Toasts() {
  const { resolvedTheme } = useTheme();
  // On a phone the order button is at the bottom and the price at the top: messages cover neither.
  const [narrow] = useState(() => window.matchMedia("(max-width: 1023px)").matches);
  useEffect(() => {
    const show = () => {
      for (const { tone, text, detail } of takeNotifications()) {
        SHOW[tone](text, detail === undefined ? {} : { description: detail });
      }
    };
    show();
    return onNotification(show);
  }, []);
  return (
    <Toaster
      position={narrow ? "top-center" : "bottom-left"}
      {...(narrow ? { offset: { top: 100 } } : {})}
      mobileOffset={{ top: 100 }}
      theme={resolvedTheme === "light" ? "light" : "dark"}
      toastOptions={{
        duration: narrow ? 4_000 : 6_000,
        classNames: {
          toast: "!rounded-md !border-line-strong !bg-raised !text-ink !text-xs !shadow-lg",
          description: "!text-ink-muted",
        },
      }}
    />
  );
}
