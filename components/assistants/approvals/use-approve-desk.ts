"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "#components/ui/notify.ts";
import type { Ending } from "./approve.ts";
import type { ApproveDeskProps, DeskTask } from "./approve-desk.tsx";

export type DeskView = {
  /** Undefined until its code is here, which comes with the first press. */
  Desk: ComponentType<ApproveDeskProps> | undefined;
  /** What was pressed and is not over. */
  task: DeskTask | undefined;
  /** A press while another is answered is none. */
  begin: (task: DeskTask) => void;
  end: (ending: Ending) => void;
};

/** The wallet and what signs, brought to the page by the first press; it then stays. */
export function useApproveDesk(onEnd: (ending: Ending) => void): DeskView {
  const [Desk, setDesk] = useState<ComponentType<ApproveDeskProps>>();
  const [task, setTask] = useState<DeskTask>();
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
    (next: DeskTask) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setTask(next);
      import("./approve-desk.tsx").then(
        (module) => setDesk(() => module.ApproveDesk),
        () => {
          notify({ tone: "bad", text: clientText("ui")("loadFailed") });
          end({ kind: "not-signed" });
        },
      );
    },
    [end],
  );
  return { Desk, task, begin, end };
}
