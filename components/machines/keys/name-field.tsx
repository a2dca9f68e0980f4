"use client";

import type { RefObject } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import type { KeyKind } from "./key-kind.ts";

type NameFieldProps = Pick<KeyKind, "messages"> & {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  /** A key needs a name, so that its owner can distinguish it from others. */
  isMissing: boolean;
  onChange: (value: string) => void;
};

/** The name of a key. */
export function NameField({ messages, ref, value, isMissing, onChange }: NameFieldProps) {
  const text = useText(messages);
  const common = useText("keys");
  return (
    <Labelled
      label={common("name")}
      hint={text("nameHint")}
      error={isMissing ? common("nameMissing") : undefined}
    >
      {(ids) => (
        <input
          {...ids}
          ref={ref}
          dir="auto"
          className={FIELD_BOX}
          value={value}
          required
          maxLength={60}
          placeholder={text("namePlaceholder")}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}
