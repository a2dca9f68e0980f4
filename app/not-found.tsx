import type { Metadata } from "next";
import { MAIN_PAGES } from "#components/frame/pages/main-pages.ts";
import { requestText } from "#components/messages/request-text.ts";
import { BrandMark } from "#components/ui/brand-mark.tsx";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

const LINK =
  "inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11";

export async function generateMetadata(): Promise<Metadata> {
  const text = await requestText("shell");
  return { title: text("notFound") };
}

/**
 * The page of an unknown address, with links to the markets. It uses plain links, because it is part of every other page,
 * which would otherwise load the code of client-side links.
 */
export default async function NotFound() {
  // The stream hub runs only while requests are served, not during the build.
  const [text, bar] = await Promise.all([requestText("shell"), requestText("appBar")]);
  const markets = await marketData()
    .markets()
    .catch(() => []);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center gap-1 border-b bg-surface px-3 pointer-coarse:h-14 lg:px-4">
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- see above */}
        <a
          href="/"
          aria-label={bar("home")}
          className="inline-flex items-center pointer-coarse:min-h-11 lg:me-3"
        >
          <BrandMark />
        </a>
        <nav aria-label={bar("pages")} className="flex items-stretch overflow-x-auto">
          {MAIN_PAGES.map(({ name, href }) => (
            <a
              key={name}
              href={href}
              className="flex items-center px-2 text-sm font-medium text-ink-muted hover:text-ink pointer-coarse:min-h-11 sm:px-3"
            >
              {bar(name)}
            </a>
          ))}
        </nav>
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- see above */}
        <a
          href="/settings"
          className="ms-auto inline-flex h-8 shrink-0 items-center rounded border border-line-strong bg-raised px-3 text-sm font-medium hover:bg-hover pointer-coarse:h-11"
        >
          {text("accountSettings")}
        </a>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-4 p-6">
        <h1 className="text-xl font-semibold">{text("notFound")}</h1>
        <p className="text-ink-muted">{text("notFoundDetail")}</p>
        {markets.length > 0 ? (
          <ul aria-label={text("markets")} className="flex flex-wrap gap-2">
            {markets.map(({ symbol }) => (
              <li key={symbol}>
                <a
                  href={`/trade/${symbol}`}
                  className="flex h-9 items-center rounded border border-line-strong bg-raised px-3 font-semibold hover:bg-hover pointer-coarse:h-11"
                >
                  {symbol}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- see above */}
          <a href="/" className={LINK}>
            {text("goToMarkets")}
          </a>
          {/* oxlint-disable-next-line next/no-html-link-for-pages -- see above */}
          <a href="/docs" className={LINK}>
            {text("apiDocs")}
          </a>
        </p>
      </main>
    </div>
  );
}
