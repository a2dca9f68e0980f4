"use client";

import { CircleAlert, CircleCheck, Copy, Info, X } from "lucide-react";
import * as Radix from "radix-ui/popover";
import { type ReactNode, useEffect } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { Notice } from "#components/ui/panel.tsx";
import type { Remembered } from "./history.ts";
import { history, useHistory } from "./use-notifications.ts";

const TONE = {
  good: { Icon: CircleCheck, className: "text-accent" },
  bad: { Icon: CircleAlert, className: "text-bad" },
  neutral: { Icon: Info, className: "text-ink-faint" },
} as const;

type CentreProps = { account: string; button: ReactNode; onClose: () => void };

/** The messages of the account, the newest first. Closing it marks them as read. */
export default function Centre({ account, button, onClose }: CentreProps) {
  const text = useText("notifications");
  const messages = useHistory(account);
  useEffect(() => () => history.markRead(account), [account]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor asChild>{button}</Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          aria-label={text("bell")}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-h-[min(70dvh,560px)] w-[min(94vw,380px)] flex-col rounded-md border border-line-strong bg-surface shadow-xl"
        >
          <div className="flex h-10 shrink-0 items-center justify-between border-b ps-3 pe-1.5">
            <h2 className="text-sm font-semibold">{text("bell")}</h2>
            <span className="flex items-center gap-1">
              {messages.length > 0 ? (
                <Button tone="quiet" size="xs" onClick={() => history.clear(account)}>
                  {text("clear")}
                </Button>
              ) : null}
              <Radix.Close asChild>
                <Button tone="quiet" size="icon" aria-label={text("close")}>
                  <X size={15} aria-hidden />
                </Button>
              </Radix.Close>
            </span>
          </div>
          {messages.length === 0 ? (
            <Notice title={text("none")} detail={text("noneDetail")} />
          ) : (
            <ol
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
              tabIndex={0}
              aria-label={text("bell")}
              className="min-h-0 overflow-y-auto outline-offset-[-2px]"
            >
              {messages.map((one) => (
                <Message key={one.id} message={one} account={account} />
              ))}
            </ol>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Message({ message, account }: { message: Remembered; account: string }) {
  const text = useText("notifications");
  const { dayAndTime } = useFormat();
  const { Icon, className } = TONE[message.tone];
  const whole = [message.text, message.detail].filter(Boolean).join(" ");
  return (
    <li className="group flex gap-2.5 border-b px-3 py-2 last:border-b-0">
      <Icon size={15} aria-label={text(message.tone)} className={`mt-0.5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p className={message.read ? "text-xs" : "text-xs font-semibold"}>{message.text}</p>
        {message.detail === undefined ? null : (
          <p className="text-2xs break-words text-ink-muted">{message.detail}</p>
        )}
        <p className="text-2xs text-ink-faint">
          <time dateTime={new Date(message.at).toISOString()}>{dayAndTime(message.at)}</time>
        </p>
      </div>
      <span className="flex shrink-0 items-start">
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("copy")}
          onClick={() => void copyText(whole)}
        >
          <Copy size={13} aria-hidden />
        </Button>
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("remove")}
          onClick={() => history.remove(account, message.id)}
        >
          <X size={13} aria-hidden />
        </Button>
      </span>
    </li>
  );
}
