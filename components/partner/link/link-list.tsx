"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { readAddress } from "#components/partner/earnings/shown-reads.ts";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { usePartnerRead } from "#components/partner/earnings/use-read.ts";
import { useSpanName } from "#components/partner/earnings/use-span-name.ts";
import { linksFilePath, linksPath } from "#components/partner/records/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { ALIAS_LENGTH } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerLink, PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { CODE_LENGTH, normalizeCode } from "./referral-code.ts";

type LinkListProps = {
  /** Code of the link that the card shows. */
  shown: string;
  onShow: (link: PartnerLink) => void;
};

/** All links with what they brought in the page's range, and the form that adds one. Loaded on demand (`lazy`). */
export default function LinkList({ shown, onShow }: LinkListProps) {
  const text = useText("partnerLink");
  const { view } = usePartnerView();
  const { at, tz } = useSnapshot();
  const standpoint = { asOf: at.as_of, tz };
  const span = useSpanName();
  // Until the next snapshot, the answer of the link that was just added.
  const [added, setAdded] = useState<PartnerLinks>();
  const links = usePartnerRead<PartnerLinks>(linksPath(view, standpoint), "links");
  return (
    <ReadState resource={links} label={text("loadingLinks")}>
      {(read) => {
        const results = withAdded(read.results, added?.results ?? []);
        return (
          <div className="flex flex-col gap-3 pt-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-xs text-ink-muted">{span.both}</span>
              <CsvLinks
                href={readAddress(linksFilePath(view, standpoint), at)}
                name={`${text("allLinks")}, ${span.both}`}
                size="md"
              />
            </div>
            <Links links={{ ...read, results }} shown={shown} onShow={onShow} />
            <p className="text-2xs text-ink-muted">{text("clicksHint")}</p>
            <TagHint url={results[0]?.url ?? ""} />
            {results.length < read.most ? (
              <AddLink
                onAdded={(next) => {
                  setAdded(next);
                  const last = next.results.at(-1);
                  if (last !== undefined) onShow(last);
                }}
              />
            ) : (
              <p className="text-xs text-ink-muted">{text("mostLinks", { most: read.most })}</p>
            )}
          </div>
        );
      }}
    </ReadState>
  );
}

/** A link that is newer than the snapshot has brought nothing. */
function withAdded(
  results: readonly PartnerLink[],
  added: readonly PartnerLink[],
): readonly PartnerLink[] {
  const known = new Set(results.map(({ code }) => code));
  return [...results, ...added.filter(({ code }) => !known.has(code))];
}

const NUMBERS = ["clicks", "sign_ups", "conversion", "traders", "fees", "earned"] as const;

type LinksProps = LinkListProps & {
  links: Pick<PartnerLinks, "without_link"> & { results: readonly PartnerLink[] };
};

function Links(props: LinksProps) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ links, shown, onShow }: LinksProps) {
  const text = useText("partnerLink");
  const { integer } = useFormat();
  const { without_link: without } = links;
  return (
    <table aria-label={text("allLinks")} className="w-full text-xs">
      <thead>
        <tr className="text-2xs text-ink-muted">
          <th scope="col" className="border-b py-1.5 text-start font-normal">
            {text("linkName")}
          </th>
          {NUMBERS.map((name) => (
            <th key={name} scope="col" className="border-b py-1.5 ps-2 text-end font-normal">
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {links.results.map((link) => (
          <tr key={link.code} className="border-b last:border-b-0">
            <th scope="row" className="py-1 text-start font-normal">
              <Name link={link} shown={shown} onShow={onShow} />
            </th>
            <Cell>{integer(link.clicks)}</Cell>
            <Cell>{integer(link.sign_ups)}</Cell>
            <Cell>
              <Conversion value={link.conversion} />
            </Cell>
            <Cell>{integer(link.traders)}</Cell>
            <Sums figures={link.figures} figure={`links.results.${link.code}`} />
          </tr>
        ))}
        {without.sign_ups === 0 && without.figures.count === 0 ? null : (
          <tr>
            <th scope="row" className="py-2 text-start font-normal text-ink-muted">
              {text("withoutLink")}
            </th>
            <Cell>–</Cell>
            <Cell>{integer(without.sign_ups)}</Cell>
            <Cell>–</Cell>
            <Cell>{integer(without.traders)}</Cell>
            <Sums figures={without.figures} figure="links.without_link" />
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="py-1 ps-2 text-end whitespace-nowrap">{children}</td>;
}

type SumsProps = { figures: PartnerLink["figures"]; figure: string };

function Sums({ figures, figure }: SumsProps) {
  return (
    <>
      <Cell>
        <Money bare value={figures.fees} figure={`${figure}.figures.fees`} />
      </Cell>
      <td className="py-1 ps-2 text-end font-semibold">
        <Money bare value={figures.earned} figure={`${figure}.figures.earned`} />
      </td>
    </>
  );
}

function Conversion({ value }: { value: string | null }) {
  const { ratio } = useFormat();
  return value === null ? "–" : ratio(value, 1);
}

/** The name as a button that shows the link in the card. */
function Name({ link, shown, onShow }: LinkListProps & { link: PartnerLink }) {
  const text = useText("partnerLink");
  return (
    <span className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={link.code === shown}
        className="min-w-0 rounded text-start [overflow-wrap:anywhere] text-accent hover:underline aria-pressed:font-semibold pointer-coarse:min-h-11"
        onClick={() => onShow(link)}
      >
        <bdi>{link.name ?? text("firstLink")}</bdi>{" "}
        <bdi dir="ltr" translate="no" className="text-2xs text-ink-muted">
          {link.code}
        </bdi>
      </button>
      <CopyButton value={link.url} what={text("link")} />
    </span>
  );
}

function Cards({ links, shown, onShow }: LinksProps) {
  const text = useText("partnerLink");
  const { without_link: without } = links;
  return (
    <ul aria-label={text("allLinks")} className="flex flex-col divide-y text-xs">
      {links.results.map((link) => (
        <li key={link.code} className="flex flex-col gap-1 py-2">
          <div className="flex items-center justify-between gap-2">
            <Name link={link} shown={shown} onShow={onShow} />
            <Earned figures={link.figures} figure={`links.results.${link.code}`} />
          </div>
          <Counts link={link} />
        </li>
      ))}
      {without.sign_ups === 0 && without.figures.count === 0 ? null : (
        <li className="flex flex-col gap-1 py-2">
          <div className="flex items-center justify-between gap-2 text-ink-muted">
            {text("withoutLink")}
            <Earned figures={without.figures} figure="links.without_link" />
          </div>
          <Counts link={without} />
        </li>
      )}
    </ul>
  );
}

function Earned({ figures, figure }: SumsProps) {
  const text = useText("partnerLink");
  return (
    <span className="shrink-0 text-end">
      <span className="text-2xs text-ink-muted">{text("earned")} </span>
      <span className="font-semibold text-ink">
        <Money value={figures.earned} figure={`${figure}.figures.earned`} />
      </span>
    </span>
  );
}

type Counted = PartnerLinks["without_link"] & Partial<Pick<PartnerLink, "clicks" | "conversion">>;

function Counts({ link }: { link: Counted }) {
  const text = useText("partnerLink");
  const { integer, ratio, figure } = useFormat();
  const { clicks, conversion } = link;
  const parts = [
    ...(clicks === undefined ? [] : [`${text("clicks")} ${integer(clicks)}`]),
    `${text("sign_ups")} ${integer(link.sign_ups)}`,
    ...(conversion == null ? [] : [`${text("conversion")} ${ratio(conversion, 1)}`]),
    `${text("traders")} ${integer(link.traders)}`,
    `${text("fees")} ${figure(link.figures.fees, 2)}`,
  ];
  return <p className="text-2xs text-ink-muted">{parts.join(" · ")}</p>;
}

/** How a partner tells several places of one link apart. */
function TagHint({ url }: { url: string }) {
  const text = useText("partnerLink");
  return (
    <p className="text-2xs [overflow-wrap:anywhere] text-ink-muted">
      {text("tagHint")}{" "}
      <bdi dir="ltr" translate="no" className="font-mono">
        {url}?sub=video-1&utm_campaign=spring
      </bdi>
    </p>
  );
}
function AddLink({ onAdded }: { onAdded: (links: PartnerLinks) => void }) {
  const text = useText("partnerLink");
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const { run, pending, error } = useAction(() =>
    write<PartnerLinks>("POST", "/api/v1/partner/links", {
      name,
      ...(code === "" ? {} : { code }),
    }),
  );
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run();
    if (answer?.ok !== true) return;
    setName("");
    setCode("");
    onAdded(answer.body);
  };
  return (
    <form
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => void add(event)}
    >
      <Labelled label={text("newLinkName")}>
        {(ids) => (
          <input
            {...ids}
            required
            dir="auto"
            autoComplete="off"
            maxLength={ALIAS_LENGTH}
            className={FIELD_BOX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <Labelled label={text("newLinkCode")}>
        {(ids) => (
          <input
            {...ids}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            minLength={CODE_LENGTH.least}
            maxLength={CODE_LENGTH.most}
            className={FIELD_BOX}
            value={code}
            onChange={(event) => setCode(normalizeCode(event.currentTarget.value))}
          />
        )}
      </Labelled>
      <Button type="submit" size="md" aria-disabled={pending} className="pointer-coarse:min-h-11">
        {text(pending ? "joining" : "addLink")}
      </Button>
      <ActionFailure error={error} />
    </form>
  );
}
