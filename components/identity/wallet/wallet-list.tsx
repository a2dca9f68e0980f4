"use client";

import type { Wallet } from "@wallet-standard/base";
import { ExternalLink } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { canSignIn } from "./find-wallets.ts";

/** Wallets that sign plain messages, as the venue requires. */
const WHERE_TO_GET = [
  ["Phantom", "https://phantom.com/download"],
  ["Solflare", "https://www.solflare.com/download/"],
  ["Backpack", "https://backpack.app/download"],
] as const;

type WalletListProps = {
  /** `undefined` until the wallets were read. */
  wallets: readonly Wallet[] | undefined;
  waiting: boolean;
  onChoose: (wallet: Wallet) => void;
  onStop: () => void;
  /** Adds a button for exploring the page without a wallet. */
  onExplore?: () => void;
};

/** The installed wallets, then well-known others. One that cannot sign messages is listed with that note. */
export function WalletList({ wallets, waiting, onChoose, onStop, onExplore }: WalletListProps) {
  const text = useText("wallet");
  return (
    <>
      {wallets === undefined ? (
        <Loading label={text("wallets")} />
      ) : wallets.length === 0 ? (
        <NoWallet {...(onExplore === undefined ? {} : { onExplore })} />
      ) : (
        <>
          <ul aria-label={text("wallets")} className="flex flex-col gap-1.5">
            {wallets.map((wallet) => (
              <li key={wallet.name}>
                <WalletRow wallet={wallet} waiting={waiting} onChoose={() => onChoose(wallet)} />
              </li>
            ))}
          </ul>
          <MoreWallets installed={wallets} />
        </>
      )}
      {waiting ? (
        <div className="mt-3 flex items-center justify-between gap-3">
          <output className="text-xs text-ink-muted">{text("waiting")}</output>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={onStop}>
            {text("stopWaiting")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Where to get the well-known wallets that this browser does not have. */
function MoreWallets({ installed }: { installed: readonly Wallet[] }) {
  const text = useText("wallet");
  const missing = WHERE_TO_GET.filter(([name]) =>
    installed.every((wallet) => wallet.name !== name),
  );
  if (missing.length === 0) return null;
  return (
    <ul aria-label={text("moreWallets")} className="mt-1.5 flex flex-col gap-1.5">
      {missing.map(([name, url]) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="flex items-center justify-between gap-3 rounded px-3 py-2 text-sm text-ink-muted hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
          >
            {text("getWallet", { wallet: name })}
            <ExternalLink size={13} aria-hidden className="rtl:-scale-x-100" />
            <span className="sr-only">{text("opensElsewhere")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** For a visitor without a wallet: what a wallet is, where to get one, and what works without one. */
function NoWallet({ onExplore }: { onExplore?: () => void }) {
  const text = useText("wallet");
  return (
    <div className="flex flex-col gap-3 text-xs">
      <p className="font-medium text-sm">{text("noneTitle")}</p>
      <p className="text-ink-muted">{text("noneWhat")}</p>
      <p className="text-ink-muted">{text("noneWhere")}</p>
      <ul className="grid grid-cols-3 gap-2">
        {WHERE_TO_GET.map(([name, url]) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex h-9 items-center justify-center gap-1.5 rounded border border-line-strong bg-raised font-medium hover:bg-hover pointer-coarse:h-11"
            >
              <bdi>{name}</bdi>
              <ExternalLink size={12} aria-hidden className="text-ink-muted rtl:-scale-x-100" />
              <span className="sr-only">{text("opensElsewhere")}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">{text("noneMobile")}</p>
      {onExplore === undefined ? null : (
        <>
          <p className="rounded bg-accent-soft px-3 py-2">{text("noneLook")}</p>
          <Button size="md" onClick={onExplore}>
            {text("lookAround")}
          </Button>
        </>
      )}
    </div>
  );
}

type WalletRowProps = { wallet: Wallet; waiting: boolean; onChoose: () => void };

function WalletRow({ wallet, waiting, onChoose }: WalletRowProps) {
  const text = useText("wallet");
  const able = canSignIn(wallet);
  const isDemo = wallet.chains.every((chain) => chain === "solana:localnet");
  const hint = able ? (isDemo ? text("demoHint") : undefined) : text("cannotSign");
  return (
    <button
      type="button"
      disabled={!able}
      aria-disabled={waiting}
      onClick={() => {
        if (!waiting) onChoose();
      }}
      className="flex w-full items-center gap-3 rounded border border-line-strong bg-raised px-3 py-2 text-start text-sm hover:bg-hover disabled:cursor-not-allowed disabled:opacity-70 aria-disabled:cursor-not-allowed aria-disabled:opacity-70 pointer-coarse:min-h-11"
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- a data URL of the wallet, nothing to optimise */}
      <img src={wallet.icon} alt="" width={24} height={24} className="rounded" />
      <span className="flex-1">
        <bdi>{wallet.name}</bdi>
        {hint === undefined ? null : <span className="block text-2xs text-ink-muted">{hint}</span>}
      </span>
    </button>
  );
}
