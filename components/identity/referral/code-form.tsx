"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { inputStyle } from "#components/ui/input-style.ts";

type CodeFormProps = {
  /** Takes `{code}`. */
  path: "/api/auth/referral" | "/api/v1/account/referral";
  /** True when a button opened it: the field gets the focus. */
  takesFocus?: boolean;
  onDone: (answer: unknown) => void;
};

/** A field for a partner's code. Loaded on demand (`lazy`). */
export default function CodeForm({ path, takesFocus = false, onDone }: CodeFormProps) {
  const text = useText("signIn");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const { run, pending, error, clear } = useAction(() =>
    write("POST", path, { code: code.trim().toLowerCase() }),
  );
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return field.current?.focus();
    const answer = await run();
    if (answer?.ok === true) onDone(answer.body);
  };
  return (
    <form noValidate className="flex flex-col gap-1.5" onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className="text-xs font-medium">
        {text("code")}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          name="referral-code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
          className={cn(inputStyle, "min-w-0 flex-1 rtl:text-end")}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            clear();
          }}
        />
        <Button type="submit" size="lg" aria-disabled={pending}>
          {text("useCode")}
        </Button>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-note`} role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </form>
  );
}
