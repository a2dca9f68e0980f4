import { describePayload } from "./describe.ts";
import type { PreparedWrite } from "./requests.ts";

const GROUP = 8;

/** The decoded payload beside the digest that the wallet shows. */
export function WhatYouSign({ prepared }: { prepared: PreparedWrite }) {
  const fields = describePayload(prepared.draft.operation, prepared.payload);
  return (
    <section aria-label="What you sign" className="rounded border">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 p-3 text-xs">
        <Row label="Operation" value={prepared.draft.operation} />
        {fields.map((field) => (
          <Row key={field.label} label={field.label} value={field.value} />
        ))}
        <Row label="Account" value={prepared.account} />
      </dl>
      <div className="border-t p-3">
        <p className="text-2xs text-ink-muted">
          The wallet shows only this text, the SHA-256 of the fields above. Compare it there.
        </p>
        <p
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

function Row({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="text-right break-all">{value}</dd>
    </>
  );
}

function groups(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / GROUP) }, (_, index) =>
    text.slice(index * GROUP, (index + 1) * GROUP),
  );
}
