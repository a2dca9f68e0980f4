"use client";

import { type FormEvent, useRef, useState, useSyncExternalStore } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import { besideTaken, CODE_LENGTH, codeOf, codeProblem, suggestCode } from "./code.ts";

/** Choosing a code, and joining with it. */
export function JoinForm({ onJoined }: { onJoined: () => void }) {
  const text = useText("partnerLink");
  const field = useRef<HTMLInputElement>(null);
  const join = useJoin(onJoined);
  const { code, setCode, instead } = join;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await join.run())) field.current?.focus();
  };
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-3"
      onSubmit={(event) => void submit(event)}
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
            // A few more than a code has, so that a pasted one that is too long is said to be.
            maxLength={CODE_LENGTH.most + 16}
            className={FIELD_BOX}
            value={code}
            onChange={(event) => setCode(codeOf(event.currentTarget.value))}
          />
        )}
      </Labelled>
      {join.problem === undefined ? <LinkToBe code={code} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          size="lg"
          className="pointer-coarse:min-h-11"
          aria-disabled={join.pending}
        >
          {text(join.pending ? "joining" : "join")}
        </Button>
        <Button
          size="lg"
          className="pointer-coarse:min-h-11"
          onClick={() => setCode(instead ?? suggestCode())}
        >
          {instead === undefined ? text("suggest") : text("takeInstead", { code: instead })}
        </Button>
      </div>
      <ActionFailure error={join.error} />
    </form>
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
  /** The code that was refused, and one to take instead. */
  const [taken, setTaken] = useState<{ code: string; instead: string }>();
  const { run, pending, error } = useAction(() => write("POST", "/api/v1/partner", { code }));
  const wrong = codeProblem(code);
  const isTaken = taken?.code === code;
  // What is still being typed may yet become right.
  const isTyping = !isSubmitted && (wrong === "short" || wrong === "edge");
  const shown = isTyping ? undefined : wrong;
  return {
    code,
    setCode,
    pending,
    /** What is wrong with the code, in words. */
    problem: isTaken ? text("codeTaken") : shown && text(PROBLEM_TEXTS[shown]),
    error: isTaken ? undefined : error,
    instead: isTaken ? taken.instead : undefined,
    /** Answers false when the field has to be looked at again. */
    run: async (): Promise<boolean> => {
      setSubmitted(true);
      if (wrong !== undefined) return false;
      const answer = await run();
      if (answer?.ok) {
        notify({ tone: "good", text: text("joined") });
        onJoined();
      }
      if (answer?.ok !== false || answer.code !== "CODE_TAKEN") return true;
      setTaken({ code, instead: besideTaken(code) });
      return false;
    },
  };
}

const NEVER = () => () => {};

function LinkToBe({ code }: { code: string }) {
  const text = useText("partnerLink");
  // The server does not know by which name the reader came.
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
