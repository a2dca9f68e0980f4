"use client";

import * as Radix from "radix-ui/dropdown-menu";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

type MenuProps = {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
  className?: string;
  onOpenChange?: (open: boolean) => void;
};

/** A menu under a button. Not modal: the page behind keeps scrolling and updating. */
export function Menu({ trigger, children, align = "start", className, onOpenChange }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-50 min-w-40 rounded-md border border-line-strong bg-surface p-1 text-sm shadow-xl",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const ITEM =
  "flex items-center gap-2 rounded px-2 py-1.5 outline-none select-none data-[highlighted]:bg-hover data-[disabled]:opacity-50";

export function MenuItem(props: { children: ReactNode; onSelect: () => void; disabled?: boolean }) {
  return (
    <Radix.Item className={ITEM} onSelect={props.onSelect} disabled={props.disabled === true}>
      {props.children}
    </Radix.Item>
  );
}

/** An item that is the child itself, for example a link. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <Radix.Item asChild className={ITEM}>
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-2xs text-ink-faint">{children}</Radix.Label>;
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice of one inside a menu. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  return (
    <Radix.RadioGroup aria-label={props.label} value={props.value}>
      {props.options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cn(ITEM, "data-[state=checked]:text-accent")}
          onSelect={() => props.onChange(option.value)}
        >
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
