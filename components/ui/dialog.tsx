"use client";

import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  className?: string;
  /**
   * False lets another window over the page, such as a wallet's prompt, take the focus. The page behind is
   * covered all the same, and a click there does not close the dialog.
   */
  modal?: boolean;
};

/** A titled dialog. Escape closes it; the focus goes back to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, className, modal = true } = props;
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
          className={cn(
            "fixed z-50 flex max-h-[92dvh] w-[min(94vw,440px)] flex-col overflow-y-auto rounded-md border border-line-strong bg-surface shadow-xl",
            "left-1/2 top-1/2 -translate-x-1/2 -translate-y-1/2",
            className,
          )}
        >
          <div className="flex items-center justify-between border-b px-4 py-2.5">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            <Radix.Close
              className="-mr-1.5 rounded p-1 text-ink-muted hover:bg-hover hover:text-ink"
              aria-label="Close"
            >
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          {description ? (
            <Radix.Description className="px-4 pt-3 text-ink-muted">
              {description}
            </Radix.Description>
          ) : null}
          <div className="p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
