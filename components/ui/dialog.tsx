"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "./class-names.ts";
import { lastInput } from "./last-input.ts";
import { noteOpenDialog } from "./open-dialogs.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  className?: string;
  /** The element focused first; by default `firstIn` the content. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The element focused after closing; by default the one that had the focus before. */
  returnFocus?: RefObject<Element | null>;
  /**
   * False lets another window over the page, such as a wallet's prompt, take the focus. The page behind is covered, and
   * a click on it does not close the dialog; the opener must make the page inert.
   */
  modal?: boolean;
  /** Called after the dialog has closed and the focus is back. */
  onClosed?: () => void;
};

/** A titled dialog. Escape closes it and returns the focus. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, className } = props;
  const { modal = true, initialFocus, returnFocus } = props;
  const text = useText("ui");
  const before = useRef<readonly Element[]>([]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal ? (
          <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        ) : (
          <div aria-hidden className="fixed inset-0 z-40 bg-black/50" />
        )}
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          {...(modal ? {} : { onInteractOutside: (event: Event) => event.preventDefault() })}
          onOpenAutoFocus={(event) => {
            before.current = withAncestors(returnFocus?.current ?? document.activeElement);
            event.preventDefault();
            const content = event.currentTarget as HTMLElement;
            (initialFocus?.current ?? firstIn(content) ?? content).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(before.current);
            props.onClosed?.();
          }}
          className={cn(
            "fixed z-50 flex max-h-[92dvh] w-[min(94vw,440px)] flex-col rounded-md border border-line-strong bg-surface shadow-xl",
            "inset-x-0 top-1/2 mx-auto -translate-y-1/2",
            className,
          )}
        >
          <OpenDialog />
          <div className="flex shrink-0 items-center justify-between border-b px-4 py-2.5">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            <Radix.Close
              data-close
              className="-me-1.5 inline-flex items-center justify-center rounded p-1 text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:-my-1.5 pointer-coarse:-me-3 pointer-coarse:size-11"
              aria-label={text("close")}
            >
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          <Scrolling label={title}>
            {description ? (
              <Radix.Description className="px-4 pt-3 text-ink-muted">
                {description}
              </Radix.Description>
            ) : null}
            <div className="p-4">{children}</div>
          </Scrolling>
          {footer ? <div className="shrink-0 border-t p-4">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Rendered only while the dialog is open. */
function OpenDialog() {
  useEffect(noteOpenDialog, []);
  return null;
}

/** Scrolls content that does not fit. Focusable then, so that keys can scroll it. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  const [overflows, setOverflows] = useState(false);
  const watch = useCallback((area: HTMLElement | null) => {
    if (area === null) return;
    const measure = () => setOverflows(area.scrollHeight > area.clientHeight);
    const sizes = new ResizeObserver(measure);
    for (const element of [area, ...area.children]) sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      ref={watch}
      className="fades min-h-0 overflow-y-auto"
      {...(overflows ? { tabIndex: 0, role: "group", "aria-label": label } : {})}
    >
      <div>{children}</div>
    </div>
  );
}

const OFFERED = [
  "input:not([type=hidden], [type=radio]:not(:checked))",
  "select",
  "textarea",
  "a[href]",
  "button:not([data-close], [type=submit], [tabindex='-1'])",
].join(", ");

/**
 * The first control to focus: neither Close, which would dismiss the dialog, nor the submit button, which an accidental
 * Enter would press.
 */
function firstIn(content: HTMLElement): HTMLElement | undefined {
  return [...content.querySelectorAll<HTMLElement>(OFFERED)].find(
    (element) => !element.matches(":disabled") && element.getClientRects().length > 0,
  );
}

/** An element and its ancestors, recorded now, because a removed element has none. */
export function withAncestors(element: Element | null): readonly Element[] {
  const path: Element[] = [];
  for (let at = element; at; at = at.parentElement) path.push(at);
  return path;
}

const REGIONS = "tr[data-row], li, ul[tabindex], form, [role=tabpanel], section, main";

/** Focuses the innermost remaining element, or the region around it when it is gone or disabled. */
export function giveFocusBack(to: Element | null | readonly Element[]): void {
  const path = to === null || to instanceof Element ? withAncestors(to) : to;
  const [first] = path;
  for (const element of [...path, document.querySelector("main")]) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    if (element !== first) {
      if (!element.matches(REGIONS)) continue;
      if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
      // A ring around a whole region would surprise someone who pressed a button with the pointer.
      if (lastInput() === "pointer") hideRing(element);
    }
    element.focus();
    if (document.activeElement === element) return;
  }
}

/** Hides the focus ring of an element until it loses the focus. */
function hideRing(element: HTMLElement): void {
  element.dataset["quietFocus"] = "";
  element.addEventListener("blur", () => delete element.dataset["quietFocus"], { once: true });
}
