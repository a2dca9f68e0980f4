"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ALIAS_LENGTH } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerLink, PartnerLinks } from "#lib/protocol/wire/partner.ts";
import { CODE_LENGTH, normalizeCode } from "./referral-code.ts";

const LINKS = "/api/v1/partner/links";

type LinkListProps = {
  /** Code of the link that the card shows. */
  shown: string;
  onShow: (link: PartnerLink) => void;
};

/** All links with their visits and sign-ups, and the form that adds one. Loaded on demand (`lazy`). */
export default function LinkList({ shown, onShow }: LinkListProps) {
  const text = useText("partnerLink");
  const links = useResource<PartnerLinks>(LINKS);
  return (
    <ReadState resource={links} label={text("loadingLinks")}>
      {({ results, most }) => (
        <div className="flex flex-col gap-3 pt-2">
          <Table links={results} shown={shown} onShow={onShow} />
          <p className="text-2xs text-ink-muted">{text("clicksHint")}</p>
          {results.length < most ? (
            <AddLink
              onAdded={(next) => {
                links.change(() => next);
                const added = next.results.at(-1);
                if (added !== undefined) onShow(added);
              }}
            />
          ) : (
            <p className="text-xs text-ink-muted">{text("mostLinks", { most })}</p>
          )}
        </div>
      )}
    </ReadState>
  );
}

const NUMBERS = ["clicks", "sign_ups", "traders"] as const;

type TableProps = LinkListProps & { links: readonly PartnerLink[] };

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
                  onClick={() => onShow(link)}
                >
                  <bdi>{link.name ?? text("firstLink")}</bdi>{" "}
                  <bdi dir="ltr" translate="no" className="text-2xs text-ink-muted">
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
