"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import {
  formatOfAddress,
  WEBHOOK_FORMATS,
  type WebhookEventType,
  type WebhookFormat,
} from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";

type FormatChoiceProps = {
  url: string;
  format: WebhookFormat;
  onChange: (format: WebhookFormat) => void;
};

/** JSON, or a message for a chat service. It warns when the address takes another format. */
export function FormatChoice({ url, format, onChange }: FormatChoiceProps) {
  const text = useText("webhooks");
  const taken = formatOfAddress(url.trim());
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs font-medium">{text("format")}</p>
      <ToggleGroup
        label={text("format")}
        value={format}
        options={WEBHOOK_FORMATS.map((value) => ({ value, label: text(`format_${value}`) }))}
        onChange={onChange}
        className="flex-wrap gap-1"
        itemClassName={TOGGLE_ITEM}
      />
      <p className="text-2xs text-ink-muted">{text(`formatHint_${format}`)}</p>
      {taken === undefined || taken === format ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <output className="text-2xs text-warn">
            {text("formatMismatch", { format: text(`format_${taken}`) })}
          </output>
          <Button className="pointer-coarse:min-h-11" onClick={() => onChange(taken)}>
            {text("formatUse", { format: text(`format_${taken}`) })}
          </Button>
        </div>
      )}
    </div>
  );
}

type MessagePreviewProps = {
  preview: NonNullable<WebhookCheck["preview"]>;
  events: readonly WebhookEventType[];
  onType: (type: WebhookEventType) => void;
};

/** What the chat service shows of an event, and the body that it gets. */
export function MessagePreview({ preview, events, onType }: MessagePreviewProps) {
  const text = useText("webhooks");
  const { type, title, text: sentence, url, body } = preview;
  return (
    <section
      aria-label={text("preview")}
      className="flex flex-col gap-3 rounded border border-dashed p-3"
    >
      <div className="sm:max-w-xs">
        <Labelled label={text("previewEvent")}>
          {(ids) => (
            <select
              {...ids}
              dir="ltr"
              value={type}
              onChange={({ currentTarget }) => onType(currentTarget.value as WebhookEventType)}
              className={FIELD_BOX}
            >
              {events.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      </div>
      <blockquote className="flex flex-col gap-1 border-s-4 border-accent ps-3 text-sm">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        <p className="whitespace-pre-line text-ink-muted [overflow-wrap:anywhere]">{sentence}</p>
        <bdi dir="ltr" className="text-xs text-accent [overflow-wrap:anywhere]">
          {url}
        </bdi>
      </blockquote>
      <details className="text-xs">
        <summary className="cursor-pointer text-ink-muted pointer-coarse:min-h-11">
          {text("previewBody")}
        </summary>
        <div className="mt-2">
          <CopyBox
            label={text("previewBody")}
            value={body}
            shown={JSON.stringify(JSON.parse(body), null, 2)}
          />
        </div>
      </details>
    </section>
  );
}
