import Link from "next/link";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="text-xl font-semibold">There is nothing at this address</h1>
      <p className="text-ink-muted">
        The page or the market does not exist. Nothing about your account has changed.
      </p>
      <p>
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to the markets
        </Link>
      </p>
    </main>
  );
}
