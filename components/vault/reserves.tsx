/** The newest proof of reserves, and the visitor's own leaf in it. Rendered on the server; it works without scripts. */
import type { ReactNode } from "react";
import type { Format } from "#components/i18n/format.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { Section } from "#components/ui/section.tsx";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { PublishedReserves, ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import { reservesCommands } from "./check-commands.ts";
import { Command } from "./command.tsx";
import { ExplorerLink } from "./explorer-link.tsx";

/** Whose leaf: a visitor without a session has none, and the venue may not answer. */
export type OwnLeaf =
  | { state: "signedOut" }
  | { state: "unread" }
  | { state: "read"; claim: ReservesClaim; fileName: string };

/** `anchorLink`: an explorer's page of the transaction, or null where there is none. */
export type ReservesView =
  | { state: "none" }
  | { state: "proof"; published: PublishedReserves; anchorLink: string | null; own: OwnLeaf };

type Texts = { text: FeatureText<"vault">; format: Format };
type ReservesProps = Texts & { view: ReservesView; baseUrl: string };

export function Reserves({ view, baseUrl, text, format }: ReservesProps) {
  if (view.state === "none") {
    return (
      <Section title={text("reserves")}>
        <p className="text-ink-muted">{text("noReserves")}</p>
      </Section>
    );
  }
  const { published, anchorLink, own } = view;
  return (
    <Section title={text("reserves")}>
      <p className="mb-3 text-ink-muted">{text("reservesIntro")}</p>
      {isShort(published) ? (
        <p
          role="alert"
          className="mb-3 rounded-md border border-warn-line bg-warn-soft p-3 text-warn"
        >
          {text("reservesShort")}
        </p>
      ) : null}
      <ProofFacts published={published} text={text} format={format} />
      <p className="mt-3">
        <ExplorerLink href={anchorLink}>{text("anchor")}</ExplorerLink>
      </p>
      <h3 className="mt-4 mb-2 font-semibold">{text("ownLeaf")}</h3>
      <Own own={own} published={published} baseUrl={baseUrl} text={text} format={format} />
      <h3 className="mt-4 mb-2 font-semibold">{text("proves")}</h3>
      <ul className="list-disc space-y-1.5 ps-4 text-ink-muted">
        {(["provesLeaf", "provesSum", "provesNot", "provesOthers"] as const).map((key) => (
          <li key={key}>{text(key)}</li>
        ))}
      </ul>
    </Section>
  );
}

function isShort({ anchor }: PublishedReserves): boolean {
  const units = (amount: string) => parseDecimal(amount, MONEY_DECIMALS) ?? 0n;
  return units(anchor.vault_balance) < units(anchor.root.sum);
}

function ProofFacts({ published, text, format }: Texts & { published: PublishedReserves }) {
  const { proof, anchor } = published;
  const made = new Date(proof.time).toISOString();
  return (
    <dl className="grid gap-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={text("reservesOwed")}>
        <Amount name="owed" value={anchor.root.sum} format={format} />
      </Fact>
      <Fact label={text("reservesHeld")}>
        <Amount name="held" value={anchor.vault_balance} format={format} />
      </Fact>
      <Fact label={text("reservesAccounts")}>{format.integer(proof.account_count)}</Fact>
      <Fact label={text("reservesTime")}>
        <time dateTime={made} dir="ltr">
          {made.slice(0, 16).replace("T", " ")} UTC
        </time>
      </Fact>
      <Fact label={text("reservesSlot")}>
        <bdi dir="ltr" translate="no">
          {format.integer(anchor.slot)}
        </bdi>
      </Fact>
      <Fact label={text("belowZero")}>{format.integer(proof.below_zero.length)}</Fact>
      <Fact label={text("reservesRoot")} className="sm:col-span-2 lg:col-span-3">
        <Code>{anchor.root.hash}</Code>
      </Fact>
      <Fact label={text("reservesKey")} className="sm:col-span-2 lg:col-span-3">
        <Code>{proof.public_key}</Code>
      </Fact>
    </dl>
  );
}

type OwnProps = Texts & { own: OwnLeaf; published: PublishedReserves; baseUrl: string };

function Own({ own, published, baseUrl, text, format }: OwnProps) {
  if (own.state !== "read")
    return (
      <p className="text-ink-muted">
        {text(own.state === "signedOut" ? "leafSignedOut" : "leafUnread")}
      </p>
    );
  const { account, leaf } = own.claim;
  const { get, check } = reservesCommands(baseUrl, { ...published.anchor, account }, own.fileName);
  return (
    <div className="flex flex-col gap-3" data-leaf={leaf === null ? "none" : "found"}>
      {leaf === null ? (
        <p className="text-ink-muted">{text("noLeaf")}</p>
      ) : (
        <dl className="grid gap-3 text-sm sm:grid-cols-2">
          <Fact label={text("leafBalance")}>
            <Amount name="leaf" value={leaf.balance} format={format} />
          </Fact>
          <Fact label={text("leafPositions")}>
            <Amount name="positions" value={leaf.positions} format={format} />
          </Fact>
        </dl>
      )}
      <p>
        <a
          href="/api/venue/reserves"
          download={own.fileName}
          className={buttonStyle({ className: "pointer-coarse:min-h-11" })}
        >
          {text("downloadLeaf")}
        </a>
      </p>
      <Command title={text("getVerifier")} command={get} />
      <Command title={text("runVerifier")} command={check} />
    </div>
  );
}

function Amount({ name, value, format }: { name: string; value: string; format: Format }) {
  return (
    <>
      <bdi dir="ltr" translate="no" data-reserves={name}>
        {format.grouped(value)}
      </bdi>{" "}
      USDC
    </>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" translate="no" className="font-mono text-xs break-all text-ink-muted">
      {children}
    </code>
  );
}
