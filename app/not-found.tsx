import { headers } from "next/headers";
import Link from "next/link";
import { marketData } from "#lib/market-data/hub.ts";

/** Says that an address leads nowhere, and leads to the markets that there are. */
export default async function NotFound() {
  // Only with a request is there a running hub to ask.
  await headers();
  const markets = await marketData()
    .markets()
    .catch(() => []);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center border-b bg-surface px-4">
        <Link href="/" className="text-base font-bold tracking-tight">
          svc
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 p-6">
        <h1 className="text-xl font-semibold">There is nothing at this address</h1>
        <p className="text-ink-muted">
          The page or the market does not exist. Nothing about your account has changed.
        </p>
        {markets.length > 0 ? (
          <ul aria-label="Markets" className="flex flex-wrap gap-2">
            {markets.map(({ symbol }) => (
              <li key={symbol}>
                <Link
                  href={`/trade/${symbol}`}
                  className="flex h-9 items-center rounded border border-line-strong bg-raised px-3 font-semibold hover:bg-hover"
                >
                  {symbol}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <Link href="/" className="text-accent underline underline-offset-2">
            Go to the markets
          </Link>
        </p>
      </main>
    </div>
  );
}
