"use client";

import type { Route } from "next";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { cn } from "./class-names.ts";
import { takeEarlyPress } from "./early-press.ts";
import { notify } from "./notify.ts";

export type MenuEntry = {
  key: string;
  label: ReactNode;
  /** Present in a menu that is a choice of one. */
  selected?: boolean;
  /** An entry is a link or an action. */
  href?: Route;
  onSelect?: () => void;
};

export type MenuProps = {
  /** Spoken name of the button. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonClassName: string;
  entries: readonly MenuEntry[];
  heading?: ReactNode;
  align?: "start" | "end";
  className?: string;
  onOpenChange?: (open: boolean) => void;
  /** The button in whose place it comes was pressed: it opens by itself. */
  isPressed?: boolean;
};

const load = () => import("./menu-open.tsx");

/**
 * A menu under a button. Its code is fetched when the pointer or the focus comes near, so that the page does not
 * carry it at first; until then the button alone is there, and remembers that it was pressed.
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
        sayNotLoaded();
      },
    );
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a press is answered once, whoever listens by then
  }, [isPressed]);
  if (Opened) return <Opened {...props} />;
  return <ComingMenu {...props} isPressed={isPressed} onPress={setPressed} />;
}

type ComingMenuProps = Pick<MenuProps, "label" | "button" | "buttonClassName"> & {
  isPressed: boolean;
  /** False: who pressed has gone on to something else. */
  onPress: (isPressed: boolean) => void;
};

/** The button of a menu whose code is not there yet. A press counts until the focus leaves it, or Escape. */
export function ComingMenu(props: ComingMenuProps) {
  const { onPress } = props;
  const here = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (here.current && takeEarlyPress(here.current)) onPress(true);
  }, [onPress]);
  return (
    <button
      ref={here}
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

/** What was pressed stays as it is; the next press tries again. */
export function sayNotLoaded(): void {
  notify({ tone: "bad", text: clientText("ui")("loadFailed") });
}

function preload(): void {
  void load().catch(() => undefined);
}
