"use client";

import { Monitor, Smartphone } from "lucide-react";
import { lazy, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import type { SessionList, SessionRecord } from "#lib/protocol/wire/identity.ts";
import { type Device, deviceOf } from "./device.ts";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

type Question = { kind: "one"; session: SessionRecord } | { kind: "others" } | { kind: "all" };

/** The account's sessions, and buttons that end them. */
export function SessionsPage() {
  const text = useText("sessions");
  const list = useResource<SessionList>("/api/v1/sessions");
  const [question, setQuestion] = useState<Question>();
  const count = list.data?.sessions.length ?? 0;
  return (
    <SettingsPage title={text("title")} intro={text("intro")}>
      <ReadState resource={list} label={text("loading")}>
        {({ sessions }) => (
          <div className="flex flex-col gap-4">
            <ul
              aria-label={text("title")}
              // Gets the focus when the focused row is removed.
              tabIndex={-1}
              className="divide-y rounded-md border bg-surface"
            >
              {sessions
                .toSorted((a, b) => Number(b.current) - Number(a.current))
                .map((session) => (
                  <Row
                    key={session.id}
                    session={session}
                    onEnd={() => setQuestion({ kind: "one", session })}
                  />
                ))}
            </ul>
            {/* Far apart: one of the two also ends this session. */}
            <div className="flex flex-wrap justify-between gap-x-12 gap-y-6">
              {count > 1 ? (
                <Button size="md" onClick={() => setQuestion({ kind: "others" })}>
                  {text("endOthers")}
                </Button>
              ) : null}
              <Button size="md" className="!text-bad" onClick={() => setQuestion({ kind: "all" })}>
                {text("endAll")}
              </Button>
            </div>
          </div>
        )}
      </ReadState>
      {question === undefined ? null : (
        <EndQuestion
          question={question}
          onClose={() => setQuestion(undefined)}
          onEnded={list.reload}
        />
      )}
    </SettingsPage>
  );
}

type RowProps = { session: SessionRecord; onEnd: () => void };

function Row({ session, onEnd }: RowProps) {
  const text = useText("sessions");
  const name = useDeviceName();
  const { agent, address, kind, createdAt, lastSeenAt, current } = session;
  const device = deviceOf(agent);
  const isPhone = ["iPhone", "Android"].includes(device.system ?? "");
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 sm:flex-nowrap">
      <Icon size={18} aria-hidden className="shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium" title={agent}>
          {name(device)}
          {current ? (
            <span className="rounded-sm bg-accent-soft px-1.5 text-2xs font-medium text-accent">
              {text("thisDevice")}
            </span>
          ) : null}
        </p>
        <p className="text-xs text-ink-muted">
          {text(`kind_${kind}`)} ·{" "}
          <bdi dir="ltr" translate="no" className="break-all">
            {address}
          </bdi>
        </p>
        <p className="text-xs text-ink-muted">
          {text("firstUsed")} <Ago at={createdAt} exact />
        </p>
        <p className="text-xs text-ink-muted">
          {text("lastUsed")} <Ago at={lastSeenAt} exact />
        </p>
      </div>
      {current ? null : (
        <Button
          className="pointer-coarse:min-h-11"
          aria-label={text("endOf", { device: name(device) })}
          onClick={onEnd}
        >
          {text("signOut")}
        </Button>
      )}
    </li>
  );
}

/** Browser and system in words. */
function useDeviceName(): (device: Device) => string {
  const text = useText("sessions");
  return ({ browser, system }) => {
    if (browser === undefined) return system ?? text("unknownDevice");
    return system === undefined ? browser : text("browserOn", { browser, system });
  };
}

type EndQuestionProps = { question: Question; onClose: () => void; onEnded: () => Promise<void> };

function EndQuestion({ question, onClose, onEnded }: EndQuestionProps) {
  const text = useText("sessions");
  const name = useDeviceName();
  const { person } = useFrame();
  const end = useAction(async () => {
    const answer = await (question.kind === "one"
      ? write("DELETE", `/api/v1/sessions/${encodeURIComponent(question.session.id)}`)
      : write("DELETE", "/api/v1/sessions", { keepThis: question.kind === "others" }));
    // Removes the row before the dialog closes, so that the focus returns to the list and not to a removed button.
    if (answer.ok && question.kind !== "all") await onEnded();
    return answer;
  });
  const confirm = async () => {
    const answer = await end.run();
    if (!answer?.ok) return;
    if (question.kind === "all") {
      await leave(person?.account);
      return;
    }
    notify({ tone: "good", text: text(question.kind === "one" ? "ended" : "endedOthers") });
    onClose();
  };
  const title = { one: "endTitle", others: "endOthersTitle", all: "endAllTitle" } as const;
  const textKeys = { one: "endText", others: "endOthersText", all: "endAllText" } as const;
  const action = { one: "signOut", others: "endOthers", all: "endAll" } as const;
  return (
    <LazyBoundary onFailure={onClose}>
      <ConfirmDialog
        title={text(title[question.kind])}
        action={text(action[question.kind])}
        pending={end.pending}
        error={end.error}
        onConfirm={() => void confirm()}
        onClose={onClose}
      >
        {question.kind === "one" ? (
          <p className="font-medium">{name(deviceOf(question.session.agent))}</p>
        ) : null}
        <p className="text-ink-muted">{text(textKeys[question.kind])}</p>
      </ConfirmDialog>
    </LazyBoundary>
  );
}

/** Deletes what this browser keeps of the account after the server has ended the session. */
async function leave(account: string | undefined): Promise<void> {
  const { forgetAccountAndGo } = await import("./sign-out.ts");
  await forgetAccountAndGo(account, "/sign-in?done=everywhere");
}
