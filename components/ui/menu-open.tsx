"use client";

import Link from "next/link";
import * as Radix from "radix-ui/dropdown-menu";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { cn } from "./class-names.ts";
import type { MenuEntry, MenuProps } from "./menu-props.ts";

const ENTRY =
  "flex items-center gap-2 rounded px-2 py-1.5 outline-none select-none data-[highlighted]:bg-hover data-[state=checked]:text-accent aria-[current=page]:text-accent";

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
            "z-50 min-w-28 rounded-md border border-line-strong bg-surface p-1 text-sm shadow-xl",
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
            entries.map((entry) => <Entry key={entry.key} entry={entry} />)
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
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
