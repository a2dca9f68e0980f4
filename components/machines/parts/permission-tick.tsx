"use client";

import { Check } from "#components/ui/check.tsx";

type PermissionTickProps = {
  label: string;
  /** What the key can then do. */
  hint: string;
  checked: boolean;
  onChange: (isAllowed: boolean) => void;
};

/** A permission of a new key, off by default. */
export function PermissionTick({ label, hint, checked, onChange }: PermissionTickProps) {
  return (
    <div className="flex flex-col gap-1 [&>label]:pointer-coarse:min-h-11">
      <Check label={label} checked={checked} onChange={onChange} />
      <p className="text-2xs text-ink-muted">{hint}</p>
    </div>
  );
}
