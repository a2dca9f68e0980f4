"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { describePayload, type SignedField } from "./describe.ts";
import type { PreparedWrite } from "./requests.ts";

const GROUP = 8;

type WhatYouSignProps = { prepared: PreparedWrite; byKey: boolean };

/** The decoded payload beside the digest that the wallet shows. */
export function WhatYouSign({ prepared, byKey }: WhatYouSignProps) {
  const text = useText("signing");
  const { draft, payload } = prepared;
  const said = describePayload(draft.operation, payload, { text, before: draft.before });
  return (
    <section aria-label={text("whatYouSign")} className="rounded border">
      <div className="flex flex-col gap-2 p-3 text-xs">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Row field={{ label: text("operation"), value: draft.operation }} />
          {said.items.length > 0 ? null : <Rows fields={said.fields} />}
          <Row field={{ label: text("account"), value: prepared.account }} />
        </dl>
        {said.items.length > 0 ? <Items items={said.items} /> : null}
        {said.items.length > 0 ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <Rows fields={said.fields} />
          </dl>
        ) : null}
      </div>
      <div className="border-t p-3">
        <p className="text-2xs text-ink-muted">{text(byKey ? "digestOfKey" : "digestOfWallet")}</p>
        <p
          dir="ltr"
          data-testid="digest"
          data-digest={prepared.digest}
          className="mt-1.5 grid grid-cols-4 gap-x-3 font-mono text-xs"
        >
          {groups(prepared.digest).map((part, index) => (
            <span key={`${index.toString()}-${part}`}>{part}</span>
          ))}
        </p>
      </div>
    </section>
  );
}

/** The orders of a batch, each with all its signed fields. */
function Items({ items }: { items: SignedField[][] }) {
  const text = useText("signing");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ol tabIndex={0} className="flex max-h-72 flex-col gap-2 overflow-y-auto border-y py-2">
      {items.map((fields, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signed bytes do not change their order
        <li key={index} className="rounded bg-raised p-2">
          <span className="text-2xs text-ink-muted">
            {text("orderNumber", { number: index + 1 })}
          </span>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
            <Rows fields={fields} />
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Rows({ fields }: { fields: SignedField[] }) {
  return fields.map((field) => <Row key={field.label} field={field} />);
}

function Row({ field }: { field: SignedField }) {
  const text = useText("signing");
  return (
    <>
      <dt className="text-ink-muted">{field.label}</dt>
      <dd className="text-end wrap-anywhere">
        {field.before === undefined ? null : (
          <span className="me-2 text-ink-faint line-through">
            <span className="sr-only">{text("before", { value: field.before })}</span>
            <bdi aria-hidden>{field.before}</bdi>
          </span>
        )}
        <bdi>{field.value}</bdi>
      </dd>
    </>
  );
}

function groups(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / GROUP) }, (_, index) =>
    text.slice(index * GROUP, (index + 1) * GROUP),
  );
}
