/** The public proof of the vault. Rendered on the server in the visitor's language; it works without scripts. */

import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { type Format, formatIn } from "#components/i18n/format.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { VaultProof, VaultSigner } from "#lib/protocol/wire/vault.ts";
import { checkCommands } from "./check-commands.ts";
import { Command } from "./command.tsx";
import { CoverageBar } from "./coverage-bar.tsx";
import { ExplorerLink } from "./explorer-link.tsx";
import { Reserves, type ReservesView } from "./reserves.tsx";

/** Pages of an explorer, or null where there is none. */
export type VaultLinks = { vault: string | null; authority: string | null };

export type VaultView =
  | { state: "none" }
  | { state: "unread" }
  /** `now`: Unix milliseconds when the page was made. */
  | {
      state: "proof";
      proof: VaultProof;
      reserves: ReservesView;
      links: VaultLinks;
      baseUrl: string;
      now: number;
    };

type VaultPageProps = { view: VaultView; text: FeatureText<"vault">; locale: Locale };

export function VaultPage({ view, text, locale }: VaultPageProps) {
  return (
    <SettingsPage
      title={text("title")}
      intro={text("intro")}
      isPublic
      actions={
        view.state === "none" ? undefined : (
          // A form reads again without scripts as well.
          <form method="get" action="/vault">
            <button type="submit" className={buttonStyle({ className: "pointer-coarse:min-h-11" })}>
              {text("refresh")}
            </button>
          </form>
        )
      }
    >
      {view.state === "proof" ? (
        <Proof {...view} text={text} format={formatIn(locale)} />
      ) : (
        <EmptyState title={text(view.state)}>{text(`${view.state}Detail`)}</EmptyState>
      )}
    </SettingsPage>
  );
}

type ProofProps = Omit<Extract<VaultView, { state: "proof" }>, "state"> & {
  text: FeatureText<"vault">;
  format: Format;
};

function Proof({ proof, reserves, links, baseUrl, now, text, format }: ProofProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isOld(proof, now) ? (
        <p role="alert" className="rounded-md border border-warn-line bg-warn-soft p-3 text-warn">
          {text("old")}
        </p>
      ) : (
        <State proof={proof} text={text} />
      )}
      <Section title={text("figures")} note={<Network proof={proof} text={text} />}>
        <Figures proof={proof} now={now} text={text} format={format} />
        <div className="mt-4">
          <CoverageBar
            proof={proof}
            label={text("picture", {
              balance: format.grouped(proof.balance),
              liabilities: format.grouped(proof.liabilities),
            })}
            names={[text("balance"), text("liabilities")]}
          />
        </div>
      </Section>
      <Reserves view={reserves} baseUrl={baseUrl} text={text} format={format} />
      <Section title={text("signers")}>
        <p className="mb-3 text-ink-muted">{text("signersIntro", { count: proof.threshold })}</p>
        <Signers signers={proof.signers} text={text} />
      </Section>
      <Section title={text("trust")}>
        <ul className="list-disc space-y-1.5 ps-4 text-ink-muted">
          {(["trustService", "trustSigners", "trustTwo", "trustPool"] as const).map((key) => (
            <li key={key}>{text(key)}</li>
          ))}
        </ul>
      </Section>
      <Section title={text("check")}>
        <p className="mb-3 text-ink-muted">{text("checkIntro")}</p>
        <Commands baseUrl={baseUrl} proof={proof} text={text} />
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
          <ExplorerLink href={links.vault}>{text("vaultAccount")}</ExplorerLink>
          <ExplorerLink href={links.authority}>{text("multisig")}</ExplorerLink>
        </p>
      </Section>
    </div>
  );
}

/** Custody makes a proof every few seconds. A proof from a minute ago says nothing about the present. */
const OLD_AFTER_MS = 60_000;

function isOld({ read_at: readAt }: VaultProof, now: number): boolean {
  return now - readAt > OLD_AFTER_MS;
}

function State({ proof, text }: { proof: VaultProof; text: FeatureText<"vault"> }) {
  const isShort = proof.difference.startsWith("-");
  const key = isShort ? "deficit" : proof.paying ? "covered" : "stopped";
  return (
    <p
      role={key === "covered" ? undefined : "alert"}
      data-vault={key}
      className={
        key === "covered"
          ? "rounded-md border bg-surface p-3 font-medium text-good"
          : "rounded-md border border-warn-line bg-warn-soft p-3 font-medium text-warn"
      }
    >
      {text(key)}
    </p>
  );
}

function Network({ proof: { network }, text }: { proof: VaultProof; text: FeatureText<"vault"> }) {
  if (network !== "simulated") return <Chip>Solana {network}</Chip>;
  return (
    <Chip tone="warn" title={text("simulatedHelp")}>
      Solana · {text("simulated")}
    </Chip>
  );
}

const MONEY = ["balance", "liabilities", "reserved", "unattributed", "difference"] as const;
const HELPS = {
  balance: "balanceHelp",
  liabilities: "liabilitiesHelp",
  reserved: undefined,
  unattributed: "unattributedHelp",
  difference: "differenceHelp",
} as const;

function Figures({ proof, now, text, format }: Omit<ProofProps, "links" | "baseUrl" | "reserves">) {
  const read = new Date(proof.read_at).toISOString();
  const count = Math.max(0, Math.round((now - proof.read_at) / 1_000));
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {MONEY.map((name) => {
        const help = HELPS[name];
        return (
          <Fact key={name} label={text(name)}>
            <bdi dir="ltr" translate="no" data-figure={name}>
              {format.grouped(proof[name])}
            </bdi>{" "}
            USDC
            {help === undefined ? null : (
              <span className="block text-2xs text-ink-faint">{text(help)}</span>
            )}
          </Fact>
        );
      })}
      <Fact label={text("slot")}>
        <bdi dir="ltr" translate="no">
          {format.integer(proof.slot)}
        </bdi>
      </Fact>
      <Fact label={text("readAt")}>
        <time dateTime={read}>{text("age", { time: read.slice(11, 19), count })}</time>
      </Fact>
    </dl>
  );
}

function Signers({
  signers,
  text,
}: {
  signers: readonly VaultSigner[];
  text: FeatureText<"vault">;
}) {
  return (
    <ul className="divide-y divide-line">
      {signers.map((signer) => (
        <li
          key={signer.public_key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
        >
          <span className="font-medium">
            <bdi>{signer.name}</bdi>{" "}
            {signer.simulated ? <Chip tone="warn">{text("isSimulated")}</Chip> : null}
          </span>
          <Chip tone={signer.reachable ? "good" : "bad"}>
            {text(signer.reachable ? "reachable" : "away")}
          </Chip>
          <code dir="ltr" className="w-full font-mono text-xs break-all text-ink-muted">
            {signer.public_key}
          </code>
        </li>
      ))}
    </ul>
  );
}

type CommandsProps = { baseUrl: string; proof: VaultProof; text: FeatureText<"vault"> };

function Commands({ baseUrl, proof, text }: CommandsProps) {
  const { balance, owed } = checkCommands(baseUrl, proof);
  return (
    <div className="flex flex-col gap-3">
      <Command title={text("checkBalance")} command={balance} />
      <Command title={text("checkOwed")} command={owed} />
    </div>
  );
}
