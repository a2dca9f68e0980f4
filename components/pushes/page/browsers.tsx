"use client";

import { useEffect, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { deviceOf } from "#components/identity/sessions/device.ts";
import { ownEndpointHash, permission, SUBSCRIPTIONS_URL } from "#components/pushes/push-client.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { notify } from "#components/ui/notify.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { PushSubscriptionList, PushSubscriptionRecord } from "#lib/protocol/wire/pushes.ts";
import { TestButton } from "./test-button.tsx";

type BrowsersProps = { list: PushSubscriptionList; onChange: () => void };

/** The account's browsers that get notifications. */
export function Browsers({ list, onChange }: BrowsersProps) {
  const text = useText("pushes");
  const { results, most } = list;
  const own = useOwnHash(list);
  return (
    <Section
      title={text("browsers")}
      note={
        <span className="text-xs text-ink-muted">
          {text("browsersCount", { count: results.length, most })}
        </span>
      }
    >
      {results.length === 0 ? (
        <EmptyState title={text("noBrowsers")}>{text("noBrowsersText")}</EmptyState>
      ) : (
        <ul className="divide-y rounded border">
          {results.map((browser) => (
            <Row
              key={browser.id}
              browser={browser}
              isOwn={browser.endpoint_hash === own}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function useOwnHash(list: PushSubscriptionList): string | undefined {
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    if (permission() === "granted") void ownEndpointHash().then(setHash);
  }, [list]);
  return hash;
}

type RowProps = { browser: PushSubscriptionRecord; isOwn: boolean; onChange: () => void };

function Row({ browser, isOwn, onChange }: RowProps) {
  const text = useText("pushes");
  const { id, agent, service, created_at: added, last_sent_at: sent } = browser;
  const { browser: program, system } = deviceOf(agent);
  const name =
    program === undefined
      ? (system ?? text("unknownBrowser"))
      : system === undefined
        ? program
        : text("browserOn", { browser: program, system });
  const remove = useAction(() => write("DELETE", `${SUBSCRIPTIONS_URL}/${encodeURIComponent(id)}`));
  const end = async () => {
    const answer = await remove.run();
    if (!answer?.ok) return;
    notify({ tone: "good", text: text("removed") });
    onChange();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium" title={agent}>
          {name} {isOwn ? <Chip tone="accent">{text("here")}</Chip> : null}
        </p>
        <p className="text-xs text-ink-muted">
          <bdi dir="ltr" translate="no" className="break-all">
            {service}
          </bdi>
        </p>
        <p className="text-xs text-ink-muted">
          {text("added")} <Ago at={added} /> ·{" "}
          {sent === null ? (
            text("neverSent")
          ) : (
            <>
              {text("lastSent")} <Ago at={sent} />
            </>
          )}
        </p>
        <ActionFailure error={remove.error} />
      </div>
      {isOwn ? null : (
        <span className="flex flex-wrap gap-2">
          <TestButton id={id} name={name} onSent={onChange} />
          <Button
            size="md"
            aria-disabled={remove.pending}
            aria-label={text("removeOf", { browser: name })}
            onClick={() => void end()}
          >
            {text("remove")}
          </Button>
        </span>
      )}
    </li>
  );
}
