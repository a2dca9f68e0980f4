"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ActionFailure } from "./settings-page.tsx";

type ConfirmDialogProps = {
  title: string;
  /** What the action does, and whether it cannot be undone. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  pending: boolean;
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of an action that cannot be undone. Loaded on first use (`lazy`). */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const text = useText("settingsFrame");
  const { title, children, action, pending, error, onConfirm, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="md" onClick={onClose}>
            {text("cancel")}
          </Button>
          <Button
            size="md"
            tone="danger"
            aria-disabled={pending}
            onClick={() => {
              if (!pending) onConfirm();
            }}
          >
            {pending ? text("oneMoment") : action}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        <ActionFailure error={error} />
      </div>
    </Dialog>
  );
}
