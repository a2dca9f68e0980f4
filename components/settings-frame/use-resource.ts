"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { readJson } from "#components/http.ts";
import { failureText } from "./failure-text.ts";
import { useFrame } from "./frame-context.ts";

export type Resource<Data> = {
  /** Of the last read that succeeded. */
  data: Data | undefined;
  /** Why the last read failed, in the page's language; with `data` there, that is older than it should be. */
  error: string | undefined;
  /** A read is under way. */
  loading: boolean;
  /** Reads again and is done with the answer. */
  reload: () => Promise<void>;
  /** Changes what is shown at once, for example with the body of a write's answer. */
  change: (next: (data: Data) => Data) => void;
};

type State<Data> = Pick<Resource<Data>, "data" | "error"> & {
  /** Whose answer this is. */
  url: string | undefined;
  again: boolean;
};

/**
 * GET of one of the service's own addresses, read when the component appears and when the address changes. The answer's
 * form is that of the API's document and not looked at. `undefined` as address reads nothing, and so does a page on which nobody
 * is signed in: what it would read belongs to an account.
 */
export function useResource<Data>(address: string | undefined): Resource<Data> {
  const { person, noteEnd } = useFrame();
  const url = person === undefined ? undefined : address;
  const [state, setState] = useState<State<Data>>(NOTHING);
  const running = useRef<AbortController>(undefined);
  const read = useCallback((): Promise<void> => {
    running.current?.abort();
    if (url === undefined) return Promise.resolve();
    const mine = new AbortController();
    running.current = mine;
    return readJson(url, mine.signal).then((answer) => {
      if (mine.signal.aborted) return;
      if (!answer.ok && answer.code === "SIGN_IN_REQUIRED") noteEnd();
      setState((before) => ({
        url,
        data: answer.ok ? (answer.body as Data) : before.url === url ? before.data : undefined,
        error: answer.ok ? undefined : failureText(answer),
        again: false,
      }));
    });
  }, [url, noteEnd]);
  useEffect(() => {
    void read();
    return () => running.current?.abort();
  }, [read]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, again: true }));
    return read();
  }, [read]);
  const change = useCallback((next: (data: Data) => Data) => {
    setState((before) =>
      before.data === undefined ? before : { ...before, data: next(before.data) },
    );
  }, []);
  const isOf = state.url === url;
  return {
    data: isOf ? state.data : undefined,
    error: isOf ? state.error : undefined,
    loading: !isOf || state.again,
    reload,
    change,
  };
}

const NOTHING = { url: undefined, data: undefined, error: undefined, again: false };
