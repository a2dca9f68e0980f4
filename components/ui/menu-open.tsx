"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import * as Radix from "radix-ui/dropdown-menu";
import { Fragment } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { cn } from "./class-names.ts";
import type { MenuEntry, MenuProps } from "./menu-props.ts";

const ENTRY =
  "flex shrink-0 items-center gap-2 rounded px-2 py-1.5 outline-none select-none data-[highlighted]:bg-hover data-[state=checked]:text-accent aria-[current=page]:text-accent";

/** The menu, open at first. Not modal: the page behind keeps scrolling and updating. */
export default function LoadedMenu(props: MenuProps) {
  const { label, button, buttonClassName, entries, heading, align = "start" } = props;
  const dir = directionOf(useLocale());
  const chosen = entries.find((entry) => entry.selected);
  return (
    <Radix.Root
      defaultOpen
      dir={dir}
      modal={false}
      {...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {})}
    >
      <Radix.Trigger aria-label={label} className={buttonClassName}>
        {button}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-28 overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-sm shadow-xl",
            props.className,
          )}
        >
          {heading ? (
            <Radix.Label className="px-2 py-1 text-2xs text-ink-faint">{heading}</Radix.Label>
          ) : null}
          {chosen ? (
            <Radix.RadioGroup value={chosen.key}>
              {entries.map((entry) => (
                <Radix.RadioItem
                  key={entry.key}
                  value={entry.key}
                  className={ENTRY}
                  onSelect={() => entry.onSelect?.()}
                >
                  {entry.label}
                </Radix.RadioItem>
              ))}
            </Radix.RadioGroup>
          ) : (
            entries.map((entry) => (
              <Fragment key={entry.key}>
                {entry.startsGroup ? <Radix.Separator className="my-1 h-px bg-line" /> : null}
                <Entry entry={entry} />
              </Fragment>
            ))
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.checked !== undefined) return <Checked entry={entry} checked={entry.checked} />;
  if (entry.href === undefined) {
    return (
      <Radix.Item className={ENTRY} onSelect={() => entry.onSelect?.()}>
        {entry.label}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item asChild className={ENTRY}>
      <Link href={entry.href}>{entry.label}</Link>
    </Radix.Item>
  );
}

/** The tick has its place also where it is absent, so that the texts are in one line. */
function Checked({ entry, checked }: { entry: MenuEntry; checked: boolean }) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      className={ENTRY}
      onSelect={() => entry.onSelect?.()}
      {...(entry.isOneOf ? { role: "menuitemradio" } : {})}
    >
      <span className="w-3.5">
        <Radix.ItemIndicator>
          <Check size={14} aria-hidden />
        </Radix.ItemIndicator>
      </span>
      {entry.label}
    </Radix.CheckboxItem>
  );
}
