"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Programme, useOffer } from "#components/partner/programme/programme.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import type { PayoutTerms } from "#lib/protocol/wire/partner.ts";
import {
  alternativeCode,
  CODE_LENGTH,
  codeProblem,
  normalizeCode,
  suggestCode,
} from "./referral-code.ts";

/** The form that joins the programme, and what it pays. */
export function JoinPartner({ payouts, onJoined }: JoinPartnerProps) {
  const text = useText("partnerLink");
  const offer = useOffer();
  return (
    <div className="flex flex-col gap-4">
      <section
        aria-labelledby="partner-join"
        className="flex flex-col gap-4 rounded-md border bg-surface p-4 lg:p-6"
      >
        <div className="flex flex-col gap-1">
          <h2 id="partner-join" className="text-lg font-semibold">
            {text("joinTitle")}
          </h2>
          <p className="max-w-2xl text-ink-muted">{offer}</p>
        </div>
        <JoinForm onJoined={onJoined} />
      </section>
      <Programme payouts={payouts} />
    </div>
  );
}

type JoinPartnerProps = { payouts: PayoutTerms; onJoined: () => void };

/** Chooses a code, and joins with it once it is confirmed: it cannot be changed afterwards. */
function JoinForm({ onJoined }: { onJoined: () => void }) {
  const join = useJoin(onJoined);
  return join.step === "confirm" ? <ConfirmCode join={join} /> : <ChooseCode join={join} />;
}

type StepProps = { join: ReturnType<typeof useJoin> };

function ChooseCode({ join }: StepProps) {
  const text = useText("partnerLink");
  const field = useRef<HTMLInputElement>(null);
  const { step, code, setCode, instead } = join;
  useEffect(() => {
    if (step === "again") field.current?.focus();
  }, [step]);
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!join.check()) field.current?.focus();
      }}
    >
      <Labelled label={text("code")} hint={text("codeHint")} error={join.problem}>
        {(ids) => (
          <input
            {...ids}
            ref={field}
            name="code"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // Longer than a code, so that a pasted one that is too long gets an error.
            maxLength={CODE_LENGTH.most + 16}
            className={FIELD_BOX}
            value={code}
            onChange={(event) => setCode(normalizeCode(event.currentTarget.value))}
          />
        )}
      </Labelled>
      {join.problem === undefined ? <LinkPreview code={code} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" size="lg">
          {text("join")}
        </Button>
        <Button size="lg" onClick={() => setCode(instead ?? suggestCode())}>
          {instead === undefined ? text("suggest") : text("takeInstead", { code: instead })}
        </Button>
      </div>
    </form>
  );
}

function ConfirmCode({ join }: StepProps) {
  const text = useText("partnerLink");
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="flex max-w-xl flex-col gap-3">
      <h3 ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
        {text("confirmTitle", { code: `\u2066${join.code}\u2069` })}
      </h3>
      <LinkPreview code={join.code} />
      <p>{text("confirmText")}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          size="lg"
          aria-disabled={join.pending}
          onClick={() => {
            if (!join.pending) void join.run();
          }}
        >
          {text(join.pending ? "joining" : "confirm")}
        </Button>
        <Button size="lg" aria-disabled={join.pending} onClick={join.edit}>
          {text("otherCode")}
        </Button>
      </div>
      <ActionFailure error={join.error} />
    </div>
  );
}

const PROBLEM_TEXTS = {
  short: "codeShort",
  long: "codeLong",
  signs: "codeSigns",
  edge: "codeEdge",
} as const;

function useJoin(onJoined: () => void) {
  const text = useText("partnerLink");
  const [code, setCode] = useState(() => suggestCode());
  const [isSubmitted, setSubmitted] = useState(false);
  /** `again`: back from the confirmation. */
  const [step, setStep] = useState<"first" | "confirm" | "again">("first");
  /** The refused code, and an alternative. */
  const [taken, setTaken] = useState<{ code: string; instead: string }>();
  const { run, pending, error } = useAction(() => write("POST", "/api/v1/partner", { code }));
  const wrong = codeProblem(code);
  const isTaken = taken?.code === code;
  // While the user types, an incomplete code does not count as an error.
  const isTyping = !isSubmitted && (wrong === "short" || wrong === "edge");
  const shown = isTyping ? undefined : wrong;
  return {
    step,
    code,
    setCode,
    pending,
    /** The problem of the code as text. */
    problem: isTaken ? text("codeTaken") : shown && text(PROBLEM_TEXTS[shown]),
    error: isTaken ? undefined : error,
    instead: isTaken ? taken.instead : undefined,
    /** Goes on to the confirmation; returns false when the code must be corrected. */
    check: (): boolean => {
      setSubmitted(true);
      if (wrong !== undefined || isTaken) return false;
      setStep("confirm");
      return true;
    },
    edit: () => {
      if (!pending) setStep("again");
    },
    run: async (): Promise<void> => {
      const answer = await run();
      if (answer?.ok) {
        notify({ tone: "good", text: text("joined") });
        onJoined();
      }
      if (answer?.ok !== false || answer.code !== "CODE_TAKEN") return;
      setTaken({ code, instead: alternativeCode(code) });
      setStep("again");
    },
  };
}

const NEVER = () => () => {};

function LinkPreview({ code }: { code: string }) {
  const text = useText("partnerLink");
  // The server does not know the origin under which the browser opened the page.
  const origin = useSyncExternalStore(
    NEVER,
    () => window.location.origin,
    () => "",
  );
  if (codeProblem(code) !== undefined) return null;
  return (
    <p className="text-xs [overflow-wrap:anywhere]">
      {text("codeFree", { link: `\u2066${origin}/r/${code}\u2069` })}
    </p>
  );
}
