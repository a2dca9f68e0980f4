"use client";

import { type ComponentType, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { cn } from "./class-names.ts";
import { takeEarlyPress } from "./early-press.ts";
import type { MenuProps } from "./menu-props.ts";
import { notify } from "./notify.ts";

const load = () => import("./menu-open.tsx");

/**
 * A menu below a button. Its code is loaded when pointer or focus come near. Until then a placeholder button is shown,
 * which remembers a press.
 */
export function Menu(props: MenuProps) {
  const [Opened, setOpened] = useState<ComponentType<MenuProps>>();
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
  return <MenuPlaceholder {...props} isPressed={isPressed} onPress={setPressed} />;
}

type MenuPlaceholderProps = Pick<MenuProps, "label" | "button" | "buttonClassName"> & {
  isPressed: boolean;
  /** False when the focus has moved on. */
  onPress: (isPressed: boolean) => void;
};

/** The placeholder of a menu whose code is not loaded. A press counts until the focus leaves it, or Escape. */
export function MenuPlaceholder(props: MenuPlaceholderProps) {
  const { onPress } = props;
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
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        preload();
        onPress(true);
      }}
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

function preload(): void {
  void load().catch(() => undefined);
}
