"use client";

import { useId } from "react";
import { Button } from "#components/ui/button.tsx";

type FormButtonsProps = {
  pending: boolean;
  cancel: string;
  /** Label of the submit button. */
  action: string;
  /** Id of the form, when the buttons stand outside of it. */
  form?: string;
  /** Why the form cannot be submitted yet, shown beside the button. */
  blocked?: string | undefined;
  onCancel: () => void;
};

/** The buttons of a form that creates or renames a key. */
export function FormButtons(props: FormButtonsProps) {
  const { pending, cancel, action, form, blocked, onCancel } = props;
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p id={id} className="min-w-0 flex-1 basis-48 text-xs text-bad empty:hidden">
        {blocked}
      </p>
      <Button size="md" aria-disabled={pending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button
        tone="primary"
        size="md"
        type="submit"
        form={form}
        aria-disabled={pending || blocked !== undefined}
        aria-describedby={blocked === undefined ? undefined : id}
      >
        {action}
      </Button>
    </div>
  );
}
