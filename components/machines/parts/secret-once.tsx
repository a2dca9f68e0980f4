"use client";

import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { CopyBox } from "./copy-box.tsx";

type SecretOnceProps = {
  title: string;
  /** Says that the secret is shown once, and what the service stores of it. */
  keeps: string;
  /** The values that are shown once, such as a bot key's id and secret. */
  secrets: readonly { label: string; value: string }[];
  /** Below the values: texts and tests that use the secret. */
  children?: ReactNode;
  /** Called after the user has confirmed that it is saved. The caller then forgets the secret. */
  onClose: () => void;
  /** Gets the focus afterwards; without it the element that had it before, which may be gone. */
  returnFocus?: RefObject<Element | null>;
};

/**
 * Shows a secret for the only time. It cannot be closed, not even by Escape, before "I have saved it" is ticked, and the
 * browser asks before the page is left. Only the props and the DOM of this dialog contain the secret.
 */
export function SecretOnce(props: SecretOnceProps) {
  const { title, keeps, secrets, children, onClose, returnFocus } = props;
  const text = useText("keys");
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  useAskBeforeLeaving(!isSaved);
  const close = () => {
    if (isSaved) return onClose();
    setWarned(true);
    tick.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={title}
      description={keeps}
      className="w-[min(94vw,640px)]"
      {...(returnFocus !== undefined && { returnFocus })}
      footer={
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <label className="flex cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
              <input
                ref={tick}
                type="checkbox"
                className="h-4 w-4 accent-(--accent-strong)"
                checked={isSaved}
                aria-describedby={isWarned && !isSaved ? `${id}-warning` : undefined}
                onChange={(event) => setSaved(event.currentTarget.checked)}
              />
              {text("saved")}
            </label>
            <Button tone="primary" size="md" aria-disabled={!isSaved} onClick={close}>
              {text("close")}
            </Button>
          </div>
          <p id={`${id}-warning`} role="alert" className="text-xs text-bad empty:hidden">
            {isWarned && !isSaved ? text("notSaved") : null}
          </p>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {secrets.map(({ label, value }) => (
          <div key={label} className="flex flex-col gap-1">
            <p className="text-xs text-ink-muted">{label}</p>
            <CopyBox label={label} value={value} onCopied={() => setWarned(false)} />
          </div>
        ))}
        {children}
      </div>
    </Dialog>
  );
}

/** The browser's own confirmation dialog. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}
