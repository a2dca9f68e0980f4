"use client";

import { type MouseEvent, type ReactNode, useId, useState } from "react";
import { cn } from "./class-names.ts";

type TooltipProps = {
  text: ReactNode;
  children: (describedBy: string) => ReactNode;
  /** The default is below the child, aligned to its end. */
  side?: "top" | "bottom";
  align?: "start" | "end";
};

/** An explanation on hover, press and keyboard focus, which also describes the child for screen readers. Escape hides it. */
export function Tooltip({ text, children, side = "bottom", align = "end" }: TooltipProps) {
  const id = useId();
  const [hidden, setHidden] = useState(false);
  const again = () => setHidden(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles Escape of its children
    <span
      className="group relative inline-flex"
      onPointerLeave={again}
      onBlur={again}
      onClick={focusPressed}
      onKeyDown={(event) => {
        if (event.key === "Escape") setHidden(true);
      }}
    >
      {children(id)}
      <span
        id={id}
        role="tooltip"
        className={cn(
          "pointer-events-none invisible absolute z-40 w-56 rounded border border-line-strong bg-raised px-2.5 py-1.5 text-start text-xs whitespace-normal text-ink shadow-lg",
          side === "top" ? "bottom-full mb-1.5" : "top-full mt-1.5",
          align === "start" ? "start-0" : "end-0",
          !hidden && "group-focus-within:visible group-hover:visible",
        )}
      >
        {text}
      </span>
    </span>
  );
}

/** Safari does not focus a button that is pressed, and a finger does not hover. */
function focusPressed({ target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element) target.closest("button")?.focus();
}
