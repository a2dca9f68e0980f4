"use client";

import { type ComponentType, useCallback, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { KeySignerProps } from "./key-signer.tsx";
import type { KeyTask } from "./key-task.ts";

export type KeySignerHandle = {
  /** Undefined until its code is loaded, with the first task. */
  Component: ComponentType<KeySignerProps> | undefined;
  /** The running task. */
  task: KeyTask | undefined;
  /** Starts a task; ignored while another one runs. */
  begin: (task: KeyTask) => void;
  end: () => void;
};

/** Loads wallet and signing with the first task; they then stay on the page. */
export function useKeySigner(): KeySignerHandle {
  const [Component, setComponent] = useState<ComponentType<KeySignerProps>>();
  const [task, setTask] = useState<KeyTask>();
  const isBusy = useRef(false);
  const end = useCallback(() => {
    isBusy.current = false;
    setTask(undefined);
  }, []);
  const begin = useCallback(
    (next: KeyTask) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setTask(next);
      import("./key-signer.tsx").then(
        (module) => setComponent(() => module.KeySigner),
        () => {
          notify({ tone: "bad", text: clientText("ui")("loadFailed") });
          end();
        },
      );
    },
    [end],
  );
  return { Component, task, begin, end };
}
