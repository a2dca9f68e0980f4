"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";

/** Shown when rendering a page failed; the digest identifies the failure in the server's log. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const text = useText("shell");
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="text-xl font-semibold">{text("pageFailed")}</h1>
      <p className="text-ink-muted">{text("pageFailedDetail")}</p>
      {error.digest ? (
        <p className="text-xs text-ink-faint">{text("reference", { digest: error.digest })}</p>
      ) : null}
      <Button tone="primary" size="md" className="w-fit" onClick={reset}>
        {text("tryAgain")}
      </Button>
    </main>
  );
}
