"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { cn } from "./class-names.ts";
import { takeEarlyPress } from "./early-press.ts";
import type { MenuHead, MenuProps } from "./menu-props.ts";
import { notify } from "./notify.ts";

const loadMenu = () => import("./menu-open.tsx");

/** A menu below a button. */
export function Menu(props: MenuProps) {
  return <LazyMenu<MenuProps> load={loadMenu} menu={props} />;
}

type LazyMenuProps<Props extends MenuHead> = {
  /** The component opens at once. */
  load: () => Promise<{ default: ComponentType<Props> }>;
  menu: Props;
};

/**
 * A menu whose code, and what its entries need, is loaded when pointer or focus come near. Until then a placeholder button is
 * shown, which remembers a press.
 */
export function LazyMenu<Props extends MenuHead>({ load, menu: props }: LazyMenuProps<Props>) {
  const [Opened, setOpened] = useState<ComponentType<Props>>();
  const [isPressed, setPressed] = useState(props.isPressed ?? false);
  const { onOpenChange } = props;
  useEffect(() => {
    if (!isPressed) return;
    let isLeft = false;
    load().then(
      (code) => {
        if (isLeft) return;
        onOpenChange?.(true);
        setOpened(() => code.default);
      },
      () => {
        if (isLeft) return;
        setPressed(false);
        notifyLoadFailed();
      },
    );
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a press is handled once, whatever the listener
  }, [isPressed]);
  if (Opened) return <Opened {...props} />;
  const preload = () => void load().catch(() => undefined);
  return <MenuPlaceholder {...props} isPressed={isPressed} onPress={setPressed} onNear={preload} />;
}

type MenuPlaceholderProps = Pick<MenuProps, "label" | "button" | "buttonClassName"> & {
  isPressed: boolean;
  /** False when the focus has moved on. */
  onPress: (isPressed: boolean) => void;
  /** Pointer or focus are on it. */
  onNear?: () => void;
};

/** The placeholder of a menu whose code is not loaded. A press counts until the focus leaves it, or Escape. */
export function MenuPlaceholder(props: MenuPlaceholderProps) {
  const { onPress, onNear } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current && takeEarlyPress(button.current)) onPress(true);
  }, [onPress]);
  return (
    <button
      ref={button}
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={props.isPressed}
      className={cn(
        props.buttonClassName,
        "aria-busy:cursor-progress aria-busy:motion-safe:animate-pulse aria-busy:motion-reduce:opacity-60",
      )}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={() => onPress(true)}
      onBlur={() => onPress(false)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onPress(false);
      }}
    >
      {props.button}
    </button>
  );
}

/** Shows that loading failed; the next press tries again. */
export function notifyLoadFailed(): void {
  notify({ tone: "bad", text: clientText("ui")("loadFailed") });
}
