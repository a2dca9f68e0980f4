"use client";

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { failureText } from "./failure-text.ts";
import { useFrame } from "./frame-context.ts";
import { type Answer, readJson } from "./http.ts";
import { RepeatedRead } from "./repeated-read.ts";

export type Resource<Data> = {
  /** Of the last read that succeeded. */
  data: Data | undefined;
  /** Why the last read failed, in the page's language; with `data` there, that is older than it should be. */
  error: string | undefined;
  /** Of the catalogue, of that failure. */
  errorCode: string | undefined;
  /** A read is under way. */
  loading: boolean;
  /** Reads again and is done with the answer. */
  reload: () => Promise<void>;
  /** The same for a poll: a read that is under way is waited for, and nothing is shown as loading. */
  look: () => void;
  /** Changes what is shown at once, for example with the body of a write's answer. */
  change: (next: (data: Data) => Data) => void;
};

/** What a read shows of itself. */
export type PageRead<Data> = Pick<Resource<Data>, "data" | "error" | "loading" | "reload">;

type State<Data> = Pick<Resource<Data>, "data" | "error" | "errorCode"> & {
  /** Whose answer this is. */
  url: string | undefined;
  again: boolean;
};

/**
 * GET of one of the service's own addresses, read when the component appears and when the address changes. The answer's
 * form is that of the API's document and not looked at. `undefined` as address reads nothing, and so does a page on which nobody
 * is signed in: what it would read belongs to an account.
 *
 * `first` is the answer of the first address where the server has read it with the page. In the document itself it is as new as a read would be,
 * and none is made until something asks for it; in a page that is shown again it may be old, and is read at once.
 */
export function useResource<Data>(address: string | undefined, first?: Data): Resource<Data> {
  const { person, noteEnd } = useFrame();
  const url = person === undefined ? undefined : address;
  const [state, setState] = useState<State<Data>>(() =>
    url === undefined || first === undefined ? NOTHING : { ...NOTHING, url, data: first },
  );
  const isHydrated = useHydrated();
  const isNew = useRef(first !== undefined && !isHydrated);
  const [reading] = useState(() => new RepeatedRead());
  const read = useCallback((): Promise<void> => {
    reading.drop();
    if (url === undefined) return Promise.resolve();
    const take = (answer: Answer) => {
      if (!answer.ok && answer.code === "SIGN_IN_REQUIRED") noteEnd();
      setState((before) => ({
        url,
        data: answer.ok ? (answer.body as Data) : before.url === url ? before.data : undefined,
        error: answer.ok ? undefined : failureText(answer),
        errorCode: answer.ok ? undefined : answer.code,
        again: false,
      }));
    };
    return reading.begin((signal) => readJson(url, signal), take);
  }, [reading, url, noteEnd]);
  useEffect(() => {
    if (!isNew.current) void read();
    isNew.current = false;
    return () => reading.drop();
  }, [reading, read]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, again: true }));
    return read();
  }, [read]);
  const look = useCallback(() => {
    if (!reading.isUnderWay) void read();
  }, [reading, read]);
  const change = useCallback((next: (data: Data) => Data) => {
    setState((before) =>
      before.data === undefined ? before : { ...before, data: next(before.data) },
    );
  }, []);
  const isOf = state.url === url;
  return {
    data: isOf ? state.data : undefined,
    error: isOf ? state.error : undefined,
    errorCode: isOf ? state.errorCode : undefined,
    loading: !isOf || state.again,
    reload,
    look,
    change,
  };
}

const NOTHING = {
  url: undefined,
  data: undefined,
  error: undefined,
  errorCode: undefined,
  again: false,
};

/** False on the server and while the browser takes its page over, in which both have to draw the same; then true. */
function useHydrated(): boolean {
  return useSyncExternalStore(never, here, elsewhere);
}

const never = () => () => {};
const here = () => true;
const elsewhere = () => false;
