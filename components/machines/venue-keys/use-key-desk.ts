"use client";

import { type ComponentType, useCallback, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { KeyDeskProps } from "./key-desk.tsx";
import type { KeyTask } from "./key-task.ts";

export type KeyDeskView = {
  /** Undefined until its code is here, which comes with the first press. */
  Desk: ComponentType<KeyDeskProps> | undefined;
  /** What was pressed and is not over. */
  task: KeyTask | undefined;
  /** A press while another is answered is none. */
  begin: (task: KeyTask) => void;
  end: () => void;
};

/** What talks to wallets and signs, brought to the page by the first press that needs it; it then stays. */
export function useKeyDesk(): KeyDeskView {
  const [Desk, setDesk] = useState<ComponentType<KeyDeskProps>>();
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
      import("./key-desk.tsx").then(
        (module) => setDesk(() => module.KeyDesk),
        () => {
          notify({ tone: "bad", text: clientText("ui")("loadFailed") });
          end();
        },
      );
    },
    [end],
  );
  return { Desk, task, begin, end };
}
