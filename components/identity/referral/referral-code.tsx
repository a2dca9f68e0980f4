"use client";

import { lazy, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReferralNote } from "#components/identity/referral/referral-note.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";

const CodeForm = lazy(() => import("./code-form.tsx"));

/** The partner link that the browser followed, or a field for a code. A sign-up of this browser then counts for it. */
export function ReferralCode({ followed }: { followed: string | undefined }) {
  const text = useText("signIn");
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const code = typed ?? followed;
  return (
    <div className="flex flex-col gap-2">
      <ReferralNote key={code} code={code} isTyped={typed !== undefined} />
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <CodeForm
            takesFocus
            path="/api/auth/referral"
            onDone={(answer) => {
              setTyped((answer as { code: string }).code);
              setOpen(false);
            }}
          />
        </LazyBoundary>
      ) : (
        <button
          type="button"
          className="w-fit rounded text-xs text-accent underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => setOpen(true)}
        >
          {text(code === undefined ? "haveCode" : "otherCode")}
        </button>
      )}
    </div>
  );
}
