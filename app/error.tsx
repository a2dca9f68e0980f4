"use client";

/** What a page shows when rendering it failed; the digest names the failure in the server's log. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="text-xl font-semibold">This page could not be shown</h1>
      <p className="text-ink-muted">
        Orders that were already sent are not affected. Try again; if it stays, the service may be
        restarting.
      </p>
      {error.digest ? <p className="text-xs text-ink-faint">Reference {error.digest}</p> : null}
      <button
        type="button"
        onClick={reset}
        className="h-8 w-fit rounded bg-accent-strong px-3 text-accent-ink"
      >
        Try again
      </button>
    </main>
  );
}
