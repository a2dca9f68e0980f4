"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ActionFailure } from "./settings-page.tsx";

type ConfirmDialogProps = {
  title: string;
  /** What happens then, and that it can not be taken back where it can not. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  pending: boolean;
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once more before something that can not be taken back. Loaded with the first question (`lazy`). */
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
          <Button size="md" className="pointer-coarse:min-h-11" onClick={onClose}>
            {text("leaveIt")}
          </Button>
          <Button
            size="md"
            tone="danger"
            className="pointer-coarse:min-h-11"
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
