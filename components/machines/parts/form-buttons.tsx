"use client";

import { Button } from "#components/ui/button.tsx";

type FormButtonsProps = {
  pending: boolean;
  cancel: string;
  /** Label of the submit button. */
  action: string;
  /** Id of the form, when the buttons stand outside of it. */
  form?: string;
  onCancel: () => void;
};

/** The buttons of a form that creates or renames a key. */
export function FormButtons({ pending, cancel, action, form, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="md" aria-disabled={pending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button tone="primary" size="md" type="submit" form={form} aria-disabled={pending}>
        {action}
      </Button>
    </div>
  );
}
