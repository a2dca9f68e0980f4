"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { ApprovalSignerProps, SigningTask } from "./approval-signer.tsx";
import type { Ending } from "./approve.ts";

export type SignerHandle = {
  /** Undefined until its code is loaded, with the first task. */
  Component: ComponentType<ApprovalSignerProps> | undefined;
  /** The running task. */
  task: SigningTask | undefined;
  /** Starts a task; ignored while another one runs. */
  begin: (task: SigningTask) => void;
  end: (ending: Ending) => void;
};

/** Loads wallet and signing with the first task; they then stay on the page. */
export function useApprovalSigner(onEnd: (ending: Ending) => void): SignerHandle {
  const [Component, setComponent] = useState<ComponentType<ApprovalSignerProps>>();
  const [task, setTask] = useState<SigningTask>();
  const isBusy = useRef(false);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const end = useCallback((ending: Ending) => {
    isBusy.current = false;
    setTask(undefined);
    latest.current(ending);
  }, []);
  const begin = useCallback(
    (next: SigningTask) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setTask(next);
      import("./approval-signer.tsx").then(
        (module) => setComponent(() => module.ApprovalSigner),
        () => {
          notify({ tone: "bad", text: clientText("ui")("loadFailed") });
          end({ kind: "not-signed" });
        },
      );
    },
    [end],
  );
  return { Component, task, begin, end };
}
