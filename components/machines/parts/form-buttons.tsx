"use client";

import { Button } from "#components/ui/button.tsx";

type FormButtonsProps = {
  pending: boolean;
  cancel: string;
  /** The verb on the button that sends, or what goes on. */
  action: string;
  /** The id of the form, when these stand outside of it. */
  form?: string;
  onCancel: () => void;
};

/** The end of a form that makes a key. */
export function FormButtons({ pending, cancel, action, form, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        size="md"
        className="pointer-coarse:min-h-11"
        aria-disabled={pending}
        onClick={onCancel}
      >
        {cancel}
      </Button>
      <Button
        tone="primary"
        size="md"
        type="submit"
        form={form}
        className="pointer-coarse:min-h-11"
        aria-disabled={pending}
      >
        {action}
      </Button>
    </div>
  );
}
