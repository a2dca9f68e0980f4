"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import type { Resource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ALIAS_LENGTH } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerLink, PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { CODE_LENGTH, normalizeCode } from "./referral-code.ts";

export const LINKS = "/api/v1/partner/links";

type LinkListProps = {
  links: Resource<PartnerLinks>;
  /** Code of the link that the card shows. */
  shown: string;
  onShow: (code: string) => void;
};

/** All links with what came of each, and the form that adds one. */
export function LinkList({ links, shown, onShow }: LinkListProps) {
  const text = useText("partnerLink");
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer rounded py-1 text-xs text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("allLinks")}
      </summary>
      <ReadState resource={links} label={text("loadingLinks")}>
        {({ results, most }) => (
          <div className="flex flex-col gap-3 pt-2">
            <Table links={results} shown={shown} onShow={onShow} />
            <p className="text-2xs text-ink-muted">{text("clicksHint")}</p>
            {results.length < most ? (
              <AddLink
                onAdded={(next) => {
                  links.change(() => next);
                  onShow(next.results.at(-1)?.code ?? shown);
                }}
              />
            ) : (
              <p className="text-xs text-ink-muted">{text("mostLinks", { most })}</p>
            )}
          </div>
        )}
      </ReadState>
    </details>
  );
}

const NUMBERS = ["clicks", "sign_ups", "traders"] as const;

type TableProps = Omit<LinkListProps, "links"> & { links: readonly PartnerLink[] };

function Table({ links, shown, onShow }: TableProps) {
  const text = useText("partnerLink");
  const { integer } = useFormat();
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
        {links.map((link) => (
          <tr key={link.code} className="border-b last:border-b-0">
            <th scope="row" className="py-1 text-start font-normal">
              <span className="flex items-center gap-1">
                <button
                  type="button"
                  aria-pressed={link.code === shown}
                  className="min-w-0 rounded text-start [overflow-wrap:anywhere] text-accent hover:underline aria-pressed:font-semibold pointer-coarse:min-h-11"
                  onClick={() => onShow(link.code)}
                >
                  <bdi>{link.name ?? text("firstLink")}</bdi>{" "}
                  <bdi dir="ltr" className="text-2xs text-ink-muted">
                    {link.code}
                  </bdi>
                </button>
                <CopyButton value={link.url} what={text("link")} />
              </span>
            </th>
            {NUMBERS.map((name) => (
              <td key={name} className="py-1 ps-2 text-end">
                {integer(link[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddLink({ onAdded }: { onAdded: (links: PartnerLinks) => void }) {
  const text = useText("partnerLink");
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const { run, pending, error } = useAction(() =>
    write<PartnerLinks>("POST", LINKS, { name, ...(code === "" ? {} : { code }) }),
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
