"use client";

import { Plus, X } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX } from "#components/machines/parts/labelled.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import { droppedHeaders, type HeaderDraft, headerFault, type WebhookDraft } from "./draft.ts";

type OwnHeadersProps = {
  draft: WebhookDraft;
  change: (next: Partial<WebhookDraft>) => void;
  /** The address that is stored; absent for a new webhook. */
  storedUrl: string | undefined;
  /** Shows the errors of the rows. */
  isTried: boolean;
};

/** Headers that each delivery carries. A stored value is never shown; a new one takes its place. */
export function OwnHeaders({ draft, change, storedUrl, isTried }: OwnHeadersProps) {
  const text = useText("webhooks");
  const { headers, removedHeaders } = draft;
  const dropped = storedUrl === undefined ? [] : droppedHeaders(draft, storedUrl);
  const isFull = headers.length >= WEBHOOK_LIMITS.headers;
  const set = (changed: HeaderDraft) =>
    change({ headers: headers.map((one) => (one.key === changed.key ? changed : one)) });
  const remove = ({ key, name, storedAt }: HeaderDraft) =>
    change({
      headers: headers.filter((one) => one.key !== key),
      ...(storedAt !== null && { removedHeaders: [...removedHeaders, name] }),
    });
  const add = () => {
    const key = 1 + Math.max(-1, ...headers.map((header) => header.key));
    change({ headers: [...headers, { key, name: "", value: "", storedAt: null }] });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium">{text("headers")}</legend>
      <p className="text-2xs text-ink-muted">{text("headersHint")}</p>
      <ul className="flex flex-col gap-2 empty:hidden">
        {headers.map((header, index) => (
          <HeaderRow
            key={header.key}
            header={header}
            number={String(index + 1)}
            fault={isTried ? headerFault(draft, header) : undefined}
            onChange={set}
            onRemove={() => remove(header)}
          />
        ))}
      </ul>
      {dropped.length === 0 ? null : (
        <output className="text-2xs text-warn">
          {text("headersDropped", { names: isolated(dropped.join(", ")) })}
        </output>
      )}
      {isFull ? (
        <p className="text-2xs text-ink-muted">
          {text("headersFull", { count: WEBHOOK_LIMITS.headers })}
        </p>
      ) : (
        <Button className="self-start pointer-coarse:min-h-11" onClick={add}>
          <Plus size={14} aria-hidden /> {text("addHeader")}
        </Button>
      )}
    </fieldset>
  );
}

type HeaderRowProps = {
  header: HeaderDraft;
  number: string;
  fault: ReturnType<typeof headerFault>;
  onChange: (header: HeaderDraft) => void;
  onRemove: () => void;
};

function HeaderRow({ header, number, fault, onChange, onRemove }: HeaderRowProps) {
  const text = useText("webhooks");
  const { key, name, value, storedAt } = header;
  const note = `header-${key}-note`;
  const wrong = fault !== undefined && {
    "aria-invalid": true as const,
    "aria-describedby": note,
  };
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          {storedAt === null ? (
            <input
              {...(fault !== "value" && wrong)}
              dir="ltr"
              aria-label={text("headerNameOf", { number })}
              placeholder="Authorization"
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ currentTarget }) => onChange({ ...header, name: currentTarget.value })}
              className={FIELD_BOX}
            />
          ) : (
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
              <bdi dir="ltr" translate="no" className="[overflow-wrap:anywhere]">
                {name}
              </bdi>
              <span className="text-2xs text-ink-muted">
                {text("headerSetAt")} <Ago at={storedAt} />
              </span>
            </p>
          )}
          <input
            {...(fault === "value" && wrong)}
            dir="ltr"
            type="password"
            autoComplete="new-password"
            aria-label={
              storedAt === null
                ? text("headerValueOf", { number })
                : text("headerNewValueOf", { name: isolated(name) })
            }
            placeholder={storedAt === null ? "Bearer …" : "••••••••"}
            title={storedAt === null ? undefined : text("headerKept")}
            value={value}
            onChange={({ currentTarget }) => onChange({ ...header, value: currentTarget.value })}
            className={FIELD_BOX}
          />
        </div>
        <Button
          aria-label={
            name === ""
              ? text("removeHeaderNumber", { number })
              : text("removeHeader", { name: isolated(name) })
          }
          className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </Button>
      </div>
      {storedAt === null ? null : <p className="text-2xs text-ink-muted">{text("headerKept")}</p>}
      <p id={note} role="alert" className="text-2xs text-bad empty:hidden">
        {fault === undefined ? null : text(`headerFault_${fault}`)}
      </p>
    </li>
  );
}
